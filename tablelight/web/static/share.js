// Sharing a result: words to the clipboard, a picture as PNG. Nothing is sent anywhere.
'use strict';
(() => {
  // navigator.clipboard is there on secure pages alone, and a table in the house has none.
  function copy(from) {
    from.focus();
    from.select();
    if (navigator.clipboard) navigator.clipboard.writeText(from.value).catch(() => document.execCommand('copy'));
    else document.execCommand('copy');
  }

  async function asPng(link) {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.status);
    const picture = new Image();
    picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(await answer.text());
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const save = document.createElement('a');
    save.href = canvas.toDataURL('image/png');
    save.download = link.download.replace(/svg$/, 'png');
    save.click();
  }

  document.addEventListener('click', (e) => {
    const words = e.target.closest('[data-copy]'), link = e.target.closest('a[data-picture]');
    if (words) copy(document.getElementById(words.dataset.copy));
    if (!link) return;
    e.preventDefault();
    asPng(link).catch(() => location.assign(link.href)); // then it is saved as it is drawn
  });
})();
