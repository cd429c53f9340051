// A corner of a card is dragged, or moved with the arrow keys, to where it lies on the picture.
(() => {
  let dragged = null;
  const within = (part) => Math.min(Math.max(part, 0), 1);
  const put = (el, x, y) => {
    Object.assign(el.dataset, { x: String(x), y: String(y) }); // sent with it when it is let go
    Object.assign(el.style, { left: `${100 * x}%`, top: `${100 * y}%` });
    Object.assign(document.getElementById('outline').points[el.dataset.corner], { x: 100 * x, y: 100 * y });
  };
  const move = (el, right, down) => {
    const image = el.closest('.tapstage').querySelector('img');
    const [x, y] = [el.style.left, el.style.top].map((part) => parseFloat(part) / 100);
    put(el, within(x + right / image.width), within(y + down / image.height));
  };

  document.addEventListener('pointerdown', (e) => {
    const el = e.target.closest('[data-corner]');
    if (!el || e.button) return;
    el.setPointerCapture(e.pointerId);
    dragged = { el, x: e.clientX, y: e.clientY, moved: false };
  });
  document.addEventListener('pointermove', (e) => {
    if (!dragged) return;
    move(dragged.el, e.clientX - dragged.x, e.clientY - dragged.y);
    Object.assign(dragged, { x: e.clientX, y: e.clientY, moved: true });
  });
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, (e) => {
      // a mouse that is let go clicks by itself; a finger that was drawn along does not
      if (dragged && dragged.moved && e.pointerType !== 'mouse') dragged.el.click();
      dragged = null;
    });
  }

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener('keydown', (e) => {
    const el = e.target.closest('[data-corner]');
    if (!el || !STEPS[e.key]) return;
    e.preventDefault();
    move(el, ...STEPS[e.key].map((step) => step * (e.shiftKey ? 10 : 1)));
  });
  document.addEventListener('keyup', (e) => {
    const el = e.target.closest('[data-corner]');
    if (el && STEPS[e.key]) el.click();
  });
})();
