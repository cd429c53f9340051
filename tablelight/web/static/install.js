// The service worker: only where browsers allow one, on https and on this computer itself.
"use strict";

if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
}
