// Asks every other second whether the table is back; the address that somebody wanted is still in the bar.
"use strict";

const again = () =>
  fetch("/manifest.webmanifest", { cache: "no-store" })
    .then((answer) => (answer.ok ? location.reload() : wait()))
    .catch(wait);

function wait() {
  setTimeout(again, 2000);
}

if (location.pathname !== "/looking-for-the-table") wait();
