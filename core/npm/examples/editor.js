// Shows what the editors find, and what their form would send. A form with errors is not sent: the
// browser shows the first one.

const at = (id) => document.getElementById(id);
const editors = [at("trace"), at("target")];

document.addEventListener("diagnostics", () => {
  const rows = editors.flatMap((editor) =>
    editor.diagnostics.map(({ severity, message, range }) => {
      const row = document.createElement("li");
      row.textContent = `${editor.name}, line ${range.start.line + 1}: ${severity}: ${message}`;
      return row;
    }),
  );
  at("findings").replaceChildren(...rows);
});

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  at("sent").textContent = JSON.stringify(Object.fromEntries(new FormData(at("form"))), null, 2);
});
