"use strict";
const items = [...document.querySelectorAll(".item")];
const head = item => item.querySelector("summary") || item;
let current = -1;
function go(step) {
  if (!items.length) return;
  current = Math.min(Math.max(current + step, 0), items.length - 1);
  head(items[current]).focus();
  items[current].scrollIntoView({ block: "start" });
}
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j") go(1);
  if (event.key === "k") go(-1);
  if (event.key === "o") {
    const all = [...document.querySelectorAll("details")];
    const open = !all.some(one => one.open);
    all.forEach(one => { one.open = open; });
  }
});
document.addEventListener("click", event => {
  const button = event.target.closest(".fold button");
  if (!button) return;
  const fold = button.closest("tbody");
  fold.nextElementSibling.hidden = false;
  fold.remove();
});
