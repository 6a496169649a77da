// Bobbin's page in a frame: give it files, follow what becomes of them.

import { connectFrame } from "./bobbin-config/frame.js";

const at = (id) => document.getElementById(id);

const pipeline = `process numbers
  :: numbers
  start = 0
  end = 10

process printed
  :: print_number
  output = numbers.txt

connect from numbers.number
        to printed.number
`;

const another = `process one
  :: mutate

process two
  :: sink
`;

// Where the frame is of another site: `?frame=` of this page's address names it.
const elsewhere = new URLSearchParams(location.search).get("frame");
if (elsewhere) at("bobbin").src = elsewhere;

try {
  const frame = await connectFrame(at("bobbin"));
  frame.on("change", ({ name, text }) => {
    at("state").textContent = `${name} was changed in the frame.`;
    at("mine").value = text;
  });
  frame.on("diagnostics", ({ diagnostics }) => {
    const rows = diagnostics.map(({ severity, message, range }) => {
      const row = document.createElement("li");
      row.textContent = `${severity}, line ${range.start.line + 1}: ${message}`;
      return row;
    });
    at("findings").replaceChildren(...rows);
  });
  const open = async (name, content) => {
    await frame.open([{ name, content }]);
    at("mine").value = await frame.text();
    at("state").textContent = `${name} is open in the frame.`;
  };
  at("mine").addEventListener("input", () => void frame.setText(at("mine").value));
  for (const view of ["graph", "text", "both"]) at(view).addEventListener("click", () => void frame.show(view));
  at("another").addEventListener("click", () => void open("another.pipe", another));
  await open("numbers.pipe", pipeline);
} catch (error) {
  at("state").textContent = error.message;
}
