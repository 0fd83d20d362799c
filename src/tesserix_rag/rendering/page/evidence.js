"use strict";
(() => {
  const chips = [...document.querySelectorAll(".chips")].map((each) => each.querySelector("a")).filter(Boolean);
  const step = (by) => {
    const at = chips.findIndex((each) => each.parentElement.parentElement.contains(document.activeElement));
    const next = at < 0 ? (by > 0 ? 0 : chips.length - 1) : Math.min(Math.max(at + by, 0), chips.length - 1);
    chips[next]?.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "Escape") document.body.classList.add("quiet");
  });
  const speak = () => document.body.classList.remove("quiet");
  document.addEventListener("focusin", speak);
  document.addEventListener("pointermove", speak);
})();
