// The report reads without this; it adds sorting, tips without delay, and the choice between light and dark.
"use strict";

// Numbers by their data-sort, other cells by their text; cells without a value come last either way.
function sortRows(table, column, descending) {
  const body = table.tBodies[0];
  const valueOf = row => {
    const cell = row.cells[column];
    return "sort" in cell.dataset ? Number(cell.dataset.sort) : cell.textContent;
  };
  const compare = (a, b) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    const order = typeof a === "number" && typeof b === "number"
      ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
    return descending ? -order : order;
  };
  const rows = Array.from(body.rows, row => ({ row, value: valueOf(row) }));
  rows.sort((a, b) => compare(a.value, b.value));
  body.append(...rows.map(each => each.row));
}

for (const table of document.querySelectorAll("table.sortable"))
  for (const heading of table.tHead.rows[0].cells)
    heading.querySelector("button").addEventListener("click", () => {
      const descending = heading.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sortRows(table, heading.cellIndex, descending);
    });

// The browser's own tip would come late and cover ours: the shape's title becomes its label.
const tip = document.createElement("div");
tip.id = "tip";
tip.hidden = true;
document.body.append(tip);
document.addEventListener("pointerover", event => {
  const title = event.target.closest?.("svg *:has(> title)")?.querySelector(":scope > title");
  if (title) {
    title.parentNode.setAttribute("aria-label", title.textContent);
    title.remove();
  }
  const shape = event.target.closest?.("svg [aria-label]");
  tip.hidden = !shape;
  if (shape) tip.textContent = shape.getAttribute("aria-label");
});
document.addEventListener("pointermove", event => {
  if (tip.hidden) return;
  const gap = 14;
  const left = Math.min(event.clientX + gap, window.innerWidth - tip.offsetWidth - 4);
  const above = event.clientY + gap + tip.offsetHeight > window.innerHeight;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${above ? event.clientY - gap - tip.offsetHeight : event.clientY + gap}px`;
});

document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
