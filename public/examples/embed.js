// The npm package in a page of plain HTML: analyse a text, compile another.

import { analyse, compile, load } from "./bobbin-config/browser.js";

const at = (id) => document.getElementById(id);

function showFindings() {
  const text = at("trace").value;
  const { diagnostics } = analyse({ language: "pinsight", text });
  const rows = diagnostics.map((it) => {
    const row = document.createElement("li");
    const place = document.createElement("code");
    place.textContent = text.slice(it.start, it.end);
    const { line, character } = it.range.start;
    row.append(place, ` (${line + 1}:${character + 1}) ${it.severity}: ${it.message}`);
    if (it.help) row.append(` – ${it.help}`);
    return row;
  });
  if (rows.length === 0) {
    const row = document.createElement("li");
    row.textContent = "Nothing is wrong with it.";
    rows.push(row);
  }
  at("findings").replaceChildren(...rows);
}

function showBinary() {
  const compiled = compile({ language: "coil-hardware", name: "example.coilcfg.txt", text: at("hardware").value });
  const link = at("download");
  URL.revokeObjectURL(link.href);
  link.hidden = compiled.kind !== "file";
  if (compiled.kind === "file") {
    at("compiled").textContent = `${compiled.name}: ${compiled.bytes.length} bytes`;
    link.href = URL.createObjectURL(new Blob([compiled.bytes], { type: "application/octet-stream" }));
    link.download = compiled.name;
    link.textContent = `Download ${compiled.name}`;
  } else {
    at("compiled").textContent = `It cannot be compiled: ${compiled.reason}`;
  }
}

await load();
at("trace").addEventListener("input", showFindings);
at("hardware").addEventListener("input", showBinary);
showFindings();
showBinary();
