// One web socket carries it all: taps go out as acts; sections of the page and lights come in.
//
// It is our own and not the one of htmx: every tap says which step of the game it answers, lights come ten times a second
// over the same line and change colours and no HTML, nothing is drawn under a finger that is down, and no tap is kept
// while the line is cut. What is left for a library, changing a section in place, idiomorph does.
(() => {
  const main = document.querySelector('main');
  const WORDS = JSON.parse(main.dataset.words); // in the page's language
  let socket = null;
  let atTop = false; // whoever has chosen a row far down, or begun a game, is shown who is next
  // The steps of the game that were drawn here, and when: who taps says what the tap was an answer to. Told by a clock
  // that nobody sets, as a phone's own may be set back in the middle of a game.
  let steps = [['', 0]];
  // Nobody reads and takes back a step within that time: such a tap was meant for what stood there before.
  const GLANCE = 400;
  const seen = (name) => {
    const then = performance.now() - (/^(undo|redo)$/.test(name) ? GLANCE : 0);
    const drawn = steps.filter(([, at]) => at <= then);
    return (drawn[drawn.length - 1] || steps[0])[0];
  };
  let acted = 0; // when this browser last asked for something
  // Fields that were filled in after that: the table has not heard of it, so what it draws then does not touch them.
  let filledIn = new Set();
  document.addEventListener('input', (e) => filledIn.add(e.target));

  const formArgs = (el) => {
    const form = el.closest('form');
    return form ? Object.fromEntries([...new FormData(form)].filter(([, v]) => typeof v === 'string')) : {};
  };
  const send = (name, args) => {
    acted = Date.now();
    filledIn = new Set();
    const line = socket;
    const said = JSON.stringify({ name, args, step: seen(name) });
    if (line && line.readyState === WebSocket.OPEN) line.send(said);
    else if (line && line.readyState === WebSocket.CONNECTING && !cut.isConnected) line.addEventListener('open', () => line.send(said), { once: true });
    else { cut.classList.remove('again'); requestAnimationFrame(() => cut.classList.add('again')); }
  };

  // While the table does not answer, the page says so above everything and that taps do not count: none is kept to be
  // sent later, when it would answer another question.
  const cut = document.createElement('div');
  cut.className = 'cutbar';
  cut.setAttribute('role', 'alert');
  let cutFor = 0; // tries
  const isCut = (yes) => {
    document.body.classList.toggle('cut', yes);
    cutFor = yes ? cutFor + 1 : 0;
    if (!yes) { cut.remove(); return; }
    const long = cutFor > 8 ? ` ${WORDS.long}` : '';
    const said = WORDS.cut + long;
    if (cut.textContent !== said) cut.textContent = said;
    if (!cut.isConnected) (overlay.open ? overlay : document.body).prepend(cut); // a dialog lies over all the rest
  };

  // Light, dark, or (empty) as the device: at once, and in a cookie, so that the next page is drawn in it from the start.
  const paint = (scheme) => {
    document.cookie = `tablelight-scheme=${scheme}; path=/; max-age=${scheme ? 31536000 : 0}; samesite=strict`;
    if (scheme) document.documentElement.dataset.scheme = scheme;
    else delete document.documentElement.dataset.scheme;
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--bg');
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = ground;
  };
  // The same for patterns that tell hues apart.
  const pattern = (sight) => {
    document.cookie = `tablelight-sight=${sight}; path=/; max-age=${sight ? 31536000 : 0}; samesite=strict`;
    if (sight) document.documentElement.dataset.sight = sight;
    else delete document.documentElement.dataset.sight;
  };

  document.addEventListener('click', (e) => {
    const el = e.target.closest('[data-act]');
    if (!el || el.disabled) return;
    e.preventDefault();
    const { act, ...data } = el.dataset;
    const args = { ...formArgs(el), ...data };
    if (act === 'go') location[onCard() ? 'replace' : 'assign'](data.to);
    else if (act === 'unlock') unlock(args.code || '');
    else if (act === 'scheme') { paint(data.scheme); send(act, args); }
    else if (act === 'language') {
      document.cookie = `tablelight-language=${data.language}; path=/; max-age=31536000; samesite=strict`;
      location.reload(); // every word of the page changes
    } else if (act === 'sight') { pattern(data.sight); send(act, args); }
    else if (act === 'tap') {
      const box = el.getBoundingClientRect();
      send('tap', { x: String((e.clientX - box.left) / box.width), y: String((e.clientY - box.top) / box.height) });
    } else {
      send(act, args);
      const typed = (act === 'play' || act === 'claim') && el.closest('form');
      if (typed) typed.reset();
      if (act === 'add-name') el.form.elements.newname.value = '';
      atTop = act === 'score' || act === 'new-game';
    }
  });
  document.addEventListener('change', (e) => {
    const name = e.target.dataset && e.target.dataset.change;
    if (name) send(name, { ...formArgs(e.target), [e.target.name]: e.target.value });
  });
  // A file is sent as it is; what became of it is said on the page.
  document.addEventListener('change', async (e) => {
    const to = e.target.dataset && e.target.dataset.upload;
    if (!to || !e.target.files.length) return;
    const told = { said: WORDS.failed };
    try {
      const answer = await (await fetch(to, { method: 'POST', body: e.target.files[0] })).json();
      told.said = answer.ok ? answer.message : answer.error.message;
      if (answer.match) told.match = answer.match;
    } catch { /* said above */ }
    e.target.value = ''; // the same file may be chosen again
    send('past-said', told);
  });
  document.addEventListener('submit', (e) => {
    e.preventDefault();
    const first = e.target.querySelector('button[data-act]');
    if (first) first.click();
  });
  document.addEventListener('keydown', (e) => { if (e.key === 'Escape' && !overlay.open) send('close', {}); });

  // The code stands behind the # of the address, which browsers never send; it becomes a cookie and disappears.
  const unlock = async (code) => {
    const answer = await fetch('/unlock', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code }),
    });
    if (answer.ok) location.reload();
    else send('wrong-code', answer.status === 429 ? { wait: 'yes' } : {});
  };
  const fromAddress = /^#code=([A-Za-z0-9-]{4,20})$/.exec(location.hash);
  if (fromAddress) { history.replaceState(null, '', location.pathname); unlock(fromAddress[1]); }

  // A section is changed in place into its new HTML (idiomorph): focus, scroll and what lies open stay as they are. What
  // can be tapped, filled in or lit is known again by what it says to the table, so that nothing turns into something
  // else under a finger or the keyboard's focus; a card on top is known by its heading, and a new one begins at its top.
  const KNOWN = '[data-act], [data-hold], [data-spot], [data-change], [data-upload], input, select, .sheet-over > .card';
  const nameAll = (section, fresh) => {
    const count = {};
    for (const el of fresh.querySelectorAll(KNOWN)) {
      const { css, ...says } = el.dataset;
      const heading = el.matches('.card') && el.querySelector('h2');
      const words = [section.id, el.localName, el.name, el.type === 'radio' && el.value, heading && heading.textContent];
      const sign = JSON.stringify([...words, says]);
      count[sign] = (count[sign] || 0) + 1;
      el.id = `${sign}${count[sign]}`;
    }
  };
  const stays = (attribute, el, how) => {
    const field = el.closest('input, select');
    if (field && /^(value|checked|selected)$/.test(attribute)) {
      return filledIn.has(field) || (field === document.activeElement && field.type === 'text');
    }
    if (how !== 'remove') return false;
    if (attribute === 'tabindex' || attribute === 'aria-hidden') return true; // keys.js knows where the keyboard is
    return (attribute === 'open' && el.localName === 'details') || (attribute === 'src' && 'live' in el.dataset);
  };
  const change = (section, html) => {
    const fresh = document.createElement('template');
    fresh.innerHTML = html;
    nameAll(section, fresh.content);
    Idiomorph.morph(section, fresh.content.childNodes, {
      morphStyle: 'innerHTML',
      callbacks: { beforeAttributeUpdated: (attribute, el, how) => !stays(attribute, el, how) },
    });
    // The page's policy lets no style into HTML.
    for (const el of section.querySelectorAll('[data-css]')) el.style.cssText = el.dataset.css;
  };

  // A card on top is a dialog: keyboards and screen readers go to it, stay in it, and come back to where they were.
  const overlay = document.getElementById('s-overlay');
  const page = document.querySelector('.page');
  // The back button of a phone closes the card; without a place of its own in the history it would leave the table.
  const onCard = () => Boolean(history.state && history.state.card);
  let leaving = false; // a card was closed by its own buttons, and its place in the history goes with it
  addEventListener('popstate', () => {
    if (!overlay.open || onCard()) leaving = false;
    else if (leaving) { leaving = false; history.pushState({ card: true }, ''); } // the next card was quicker
    else send('close', {});
  });
  const settle = () => {
    const card = overlay.querySelector('.card');
    if (card && !overlay.open && !gone.isConnected) {
      overlay.showModal();
      if (!onCard()) history.pushState({ card: true }, '');
    }
    if (!card && overlay.open) {
      overlay.close();
      if (onCard() && !leaving) { leaving = true; history.back(); }
    }
    if (!card) return;
    const heading = card.querySelector('h2');
    overlay.setAttribute('aria-label', heading ? heading.textContent : WORDS.question);
    if (!overlay.contains(document.activeElement)) overlay.focus({ preventScroll: true });
  };
  // Whether a card goes, the table says: who hands a phone on does not look past the cover by Escape.
  overlay.addEventListener('cancel', (e) => { e.preventDefault(); send('close', {}); });
  overlay.addEventListener('close', settle);
  // A card never lies over what it asks about: it goes to the side of the screen with more room, and where there is not
  // enough of it, the page is moved.
  const keepClear = () => {
    const over = overlay.querySelector('.sheet-over');
    const asked = page.querySelector('[data-asked]');
    page.style.paddingBottom = '';
    if (!over || !asked) return;
    const high = over.querySelector('.card').offsetHeight + 24;
    let box = asked.getBoundingClientRect();
    if (box.bottom > innerHeight - high && box.top < high) {
      page.style.paddingBottom = '100vh';
      asked.scrollIntoView({ block: 'start', behavior: 'instant' });
      box = asked.getBoundingClientRect();
    }
    over.style.alignItems = box.bottom <= innerHeight - high ? 'end' : 'start';
  };
  // The answer to a tap stands at the top; whoever tapped further down is brought to it.
  const answered = () => {
    const ask = document.getElementById('s-ask');
    if (!ask || Date.now() - acted > 2000 || !ask.querySelector('.refused')) return;
    if (ask.getBoundingClientRect().top < 0) ask.scrollIntoView({ block: 'start', behavior: 'smooth' });
  };

  const light = (lights) => {
    for (const [spot, colour] of Object.entries(lights)) {
      const led = document.querySelector(`.led[data-spot="${CSS.escape(spot)}"]`);
      if (led) { led.style.fill = colour; led.style.stroke = colour; led.classList.toggle('on', colour !== ''); }
    }
  };
  // Nothing is drawn anew under a finger that is down: the tap would be lost, or go to what has taken its place.
  let pressed = 0;
  let news = { sections: {}, lights: {} };
  const draw = () => {
    const { sections, lights } = news;
    if (news.step) steps = [...steps.slice(-32), [news.step, performance.now()]];
    news = { sections: {}, lights: {} };
    for (const [name, html] of Object.entries(sections)) {
      const section = document.getElementById(`s-${name}`);
      if (section) change(section, html);
    }
    if (sections.overlay !== undefined) settle();
    if (sections.overlay !== undefined || sections.teach !== undefined) keepClear();
    if (sections.ask !== undefined) answered();
    if (atTop && sections.ask !== undefined) { atTop = false; scrollTo({ top: 0, behavior: 'smooth' }); }
    if (sections.board !== undefined) main.dataset.board = 'here';
    light(lights);
    if (document.querySelector('img[data-live]:not([src])')) lookAgain();
    document.dispatchEvent(new Event('drawn'));
  };
  const lift = () => { clearTimeout(pressed); pressed = 0; draw(); };
  addEventListener('pointerdown', () => { clearTimeout(pressed); pressed = setTimeout(lift, 1500); }, true);
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(lift), true);

  // A long press on a die says what the small pencil beside it says as well. What the finger does when it is lifted
  // again is no tap.
  let holding = 0;
  let held = false;
  let from = { x: 0, y: 0 };
  const HOLD = 550;
  addEventListener('pointerdown', (e) => {
    held = false;
    clearTimeout(holding);
    const el = e.target.closest('[data-hold]');
    if (!el || e.button) return;
    from = { x: e.clientX, y: e.clientY };
    holding = setTimeout(() => {
      held = true;
      const { hold, ...args } = el.dataset;
      send(hold, args);
      lift();
    }, HOLD);
  }, true);
  addEventListener('pointermove', (e) => { if (Math.hypot(e.clientX - from.x, e.clientY - from.y) > 10) clearTimeout(holding); }, true);
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => clearTimeout(holding), true);
  addEventListener('click', (e) => { if (held) { held = false; e.preventDefault(); e.stopPropagation(); } }, true);
  addEventListener('contextmenu', (e) => { if (e.target.closest('[data-hold]')) e.preventDefault(); });

  // A page that gave up its place stands still, and must not look as if it went on.
  const gone = document.createElement('div');
  gone.className = 'gone';
  gone.setAttribute('role', 'alert');
  let wantsBack = false; // it was tapped: then it may take the place of another page of this browser
  let again = 0;
  const standStill = () => {
    if (gone.isConnected && !wantsBack) return; // said already; it asks again every second
    gone.innerHTML = '<p></p><button class="btn go" type="button"></button>';
    gone.querySelector('p').textContent = wantsBack ? WORDS.full : WORDS.still;
    gone.querySelector('button').textContent = WORDS.back;
    gone.querySelector('button').onclick = () => {
      wantsBack = true;
      clearTimeout(again);
      socket.onclose = socket.onmessage = null;
      socket.close();
      listen();
    };
    document.body.append(gone);
    overlay.close(); // only what lies in it could be tapped
    main.inert = true;
  };
  const goOn = () => {
    if (!gone.isConnected) return;
    gone.remove();
    main.inert = false;
    wantsBack = false;
    settle();
  };

  const TOO_MANY = 1013; // pages are open; the table is well, and says so itself
  const listen = () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const back = wantsBack ? '&back=1' : '';
    socket = new WebSocket(`${scheme}://${location.host}/ws?view=${main.dataset.view}&language=${document.documentElement.lang}${back}`);
    socket.onopen = () => isCut(false);
    socket.onmessage = (message) => {
      const { full, sections = {}, lights, step: fresh, say } = JSON.parse(message.data);
      if (say) document.dispatchEvent(new CustomEvent('tablelight-say', { detail: say }));
      if (!full) goOn();
      if (fresh) news.step = fresh;
      Object.assign(news.sections, sections);
      if (lights) Object.assign(news.lights, lights);
      if (!pressed) draw();
    };
    socket.onclose = ({ code }) => {
      isCut(code !== TOO_MANY);
      if (code === TOO_MANY) standStill();
      wantsBack = false; // only a tap takes another page's place
      again = setTimeout(listen, 1000);
    };
  };
  listen();
  // A phone that was asleep may hold a line that is dead without knowing it.
  let asleep = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) asleep = Date.now();
    else if (Date.now() - asleep > 30000 && socket.readyState === WebSocket.OPEN) {
      socket.onclose = socket.onmessage = null;
      socket.close();
      listen();
    }
  });

  // The camera's picture, twice a second while it can be seen.
  const lookAgain = () => {
    if (document.hidden) return;
    for (const img of document.querySelectorAll('img[data-live]')) {
      if (img.offsetParent !== null) img.src = `${img.dataset.live}?t=${Date.now()}`;
    }
  };
  setInterval(lookAgain, 500);
})();
