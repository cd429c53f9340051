// What a slider stands at, in words beside it.
'use strict';
for (const shown of document.querySelectorAll('output[for]')) {
  const slider = document.getElementById(shown.htmlFor.value);
  const tell = () => { shown.value = `${Math.round(slider.value * 100)} %`; };
  slider.addEventListener('input', tell);
  tell();
}
