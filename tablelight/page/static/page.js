// One web socket carries it all: taps go out as acts; sections of the page and lights come in.
(() => {
  const main = document.querySelector('main');
  let socket = null;

  const formArgs = (el) => {
    const form = el.closest('form');
    return form ? Object.fromEntries([...new FormData(form)].filter(([, v]) => typeof v === 'string')) : {};
  };
  const send = (name, args) => {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ name, args }));
  };

  document.addEventListener('click', (e) => {
    const el = e.target.closest('[data-act]');
    if (!el || el.disabled) return;
    e.preventDefault();
    const { act, ...data } = el.dataset;
    const args = { ...formArgs(el), ...data };
    if (act === 'go') location.href = data.to;
    else if (act === 'unlock') unlock(args.code || '');
    else if (act === 'tap') {
      const box = el.getBoundingClientRect();
      send('tap', { x: String((e.clientX - box.left) / box.width), y: String((e.clientY - box.top) / box.height) });
    } else {
      send(act, args);
      const typed = (act === 'play' || act === 'claim') && el.closest('form');
      if (typed) typed.reset();
    }
  });
  document.addEventListener('change', (e) => {
    const name = e.target.dataset && e.target.dataset.change;
    if (name) send(name, { ...formArgs(e.target), [e.target.name]: e.target.value });
  });
  document.addEventListener('submit', (e) => {
    e.preventDefault();
    const first = e.target.querySelector('button[data-act]');
    if (first) first.click();
  });
  document.addEventListener('keydown', (e) => { if (e.key === 'Escape') send('close', {}); });

  // The code stands behind the # of the address, which browsers never send; it becomes a cookie and disappears.
  const unlock = async (code) => {
    const answer = await fetch('/unlock', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code }),
    });
    if (answer.ok) location.reload();
    else send('wrong-code', {});
  };
  const fromAddress = /^#code=([A-Za-z0-9-]{4,20})$/.exec(location.hash);
  if (fromAddress) { history.replaceState(null, '', location.pathname); unlock(fromAddress[1]); }

  // A section is drawn anew as a whole; who goes by keyboard, or is typing, stays where they were.
  const keepingFocus = (section, draw) => {
    const had = document.activeElement;
    const inside = had && had !== document.body && section.contains(had);
    const open = [...section.querySelectorAll('details')].map((d) => d.open);
    const sign = inside && JSON.stringify({ ...had.dataset, name: had.name || '' });
    draw();
    section.querySelectorAll('details').forEach((d, n) => { if (open[n]) d.open = true; });
    if (!inside) return;
    const same = [...section.querySelectorAll('button, input, select')]
      .find((el) => JSON.stringify({ ...el.dataset, name: el.name || '' }) === sign);
    if (!same) return;
    if (same.tagName === 'INPUT' && same.type === 'text') same.value = had.value;
    same.focus({ preventScroll: true });
  };

  const light = (lights) => {
    for (const [spot, colour] of Object.entries(lights)) {
      const led = document.querySelector(`.led[data-spot="${CSS.escape(spot)}"]`);
      if (led) { led.style.fill = colour; led.style.stroke = colour; led.classList.toggle('on', colour !== ''); }
    }
  };
  const listen = () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    socket = new WebSocket(`${scheme}://${location.host}/ws?view=${main.dataset.view}`);
    socket.onopen = () => document.body.classList.remove('cut');
    socket.onmessage = (message) => {
      const { sections = {}, lights } = JSON.parse(message.data);
      for (const [name, html] of Object.entries(sections)) {
        const section = document.getElementById(`s-${name}`);
        if (section) keepingFocus(section, () => { section.innerHTML = html; });
      }
      if (sections.board !== undefined) main.dataset.board = 'here';
      if (lights) light(lights);
    };
    socket.onclose = () => { document.body.classList.add('cut'); setTimeout(listen, 1000); };
  };
  listen();

  // The camera's picture, twice a second while it can be seen.
  setInterval(() => {
    if (document.hidden) return;
    for (const img of document.querySelectorAll('img[data-live]')) {
      if (img.offsetParent !== null) img.src = `${img.dataset.live}?t=${Date.now()}`;
    }
  }, 500);
})();
