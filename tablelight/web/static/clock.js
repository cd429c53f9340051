// Counts seconds between two messages of the table: what is left stands in data-left, and runs where data-runs is set.
"use strict";
(() => {
  const begun = new WeakMap();
  const words = (seconds) => {
    const whole = Math.trunc(Math.abs(seconds)), two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
    return (seconds < 0 ? "-" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + ":" + two(whole % 60);
  };
  const tick = () => {
    for (const hand of document.querySelectorAll("[data-left]")) {
      const given = hand.dataset.left + ("runs" in hand.dataset);
      if (begun.get(hand)?.given !== given) begun.set(hand, { given, at: performance.now() });
      const passed = "runs" in hand.dataset ? (performance.now() - begun.get(hand).at) / 1000 : 0;
      const left = Number(hand.dataset.left) - passed;
      const text = words(left);
      if (hand.textContent !== text) hand.textContent = text;
      hand.classList.toggle("over", left <= 0);
    }
  };
  setInterval(tick, 250);
})();
