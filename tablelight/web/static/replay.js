// Plays a game again: fetches the table at one step after the other and puts it in place. Slider, keys, chart and links
// all come to the same, `go`. Without this script the page's links do it, one page a step.
(() => {
  const page = document.querySelector('main.replay');
  const stage = document.getElementById('stage');
  const slider = document.getElementById('at');
  const playing = document.getElementById('play');
  const speed = document.getElementById('speed');
  const eyes = document.getElementById('eyes');
  const list = document.getElementById('steps');
  const length = Number(page.dataset.length);
  const base = `/games/${page.dataset.game}/replay`;
  const KEPT = 200; // steps that need not be fetched again
  const AHEAD = 2; // steps fetched before they are wanted, while the game plays
  let at = Number(slider.value);
  let timer = 0;
  let plays = false;
  let fetched = new Map();

  const query = () => (eyes && eyes.value ? `?eyes=${eyes.value}` : '');
  const text = async (path) => {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.text();
  };
  const stageAt = (step) => {
    const before = fetched;
    if (!fetched.has(step)) {
      const coming = text(`${base}/${step}${query()}`);
      coming.catch(() => before.delete(step));
      fetched.set(step, coming);
      if (fetched.size > KEPT) fetched.delete(fetched.keys().next().value);
    }
    return fetched.get(step);
  };
  const dress = (part) => { for (const el of part.querySelectorAll('[data-css]')) el.style.cssText = el.dataset.css; };
  const put = (html) => {
    Idiomorph.morph(stage, html, { morphStyle: 'innerHTML' });
    dress(stage);
  };

  // The steps in words: a hundred at a time, the one that is shown marked.
  const mark = async () => {
    const chunk = String(Math.floor(Math.max(0, at - 1) / Number(list.dataset.size)));
    if (!list.open) return;
    if (chunk !== list.dataset.chunk) {
      list.dataset.chunk = chunk;
      list.querySelector('ol').innerHTML = await text(`${base}/steps/${chunk}${query()}`);
    }
    for (const line of list.querySelectorAll('[data-step]')) {
      const here = Number(line.dataset.step) === at;
      line.classList.toggle('current', here);
      if (here) { line.setAttribute('aria-current', 'step'); line.scrollIntoView({ block: 'nearest' }); } else line.removeAttribute('aria-current');
    }
  };
  const here = document.getElementById('chart-here');
  const places = () => {
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', document.getElementById('step').textContent);
    if (here) here.setAttribute('d', `M${(1000 * at) / Math.max(1, length)} 0V240`);
    const near = { first: 0, back: at - 1, on: at + 1, last: length };
    for (const link of page.querySelectorAll('[data-go]')) {
      const to = Math.min(length, Math.max(0, near[link.dataset.go]));
      link.href = `?at=${to}${eyes && eyes.value ? `&eyes=${eyes.value}` : ''}`;
      if (to === at) link.setAttribute('aria-disabled', 'true'); else link.removeAttribute('aria-disabled');
    }
    history.replaceState(null, '', `?at=${at}${eyes && eyes.value ? `&eyes=${eyes.value}` : ''}`);
  };

  // Of many steps asked for while one is on its way, as a dragged slider does, only the newest is fetched next.
  let wanted = null;
  let busy = null;
  const follow = async () => {
    while (wanted !== null) {
      const step = wanted;
      wanted = null;
      try {
        const html = await stageAt(step);
        at = step;
        put(html);
        places();
        await mark();
      } catch {
        pause();
        document.getElementById('said').textContent = page.dataset.lost;
        slider.value = String(at);
      }
    }
    busy = null;
  };
  const go = (step) => {
    wanted = Math.min(length, Math.max(0, step));
    busy = busy || follow();
    return busy;
  };

  // Whoever steps by hand is read every step; while the game plays, a screen reader would be talked over.
  const tell = () => {
    playing.textContent = plays ? playing.dataset.pause : playing.dataset.play;
    stage.classList.toggle('plays', plays);
    for (const live of stage.querySelectorAll('[aria-live]')) live.setAttribute('aria-live', plays ? 'off' : 'polite');
  };
  const pause = () => { clearTimeout(timer); plays = false; tell(); };
  const next = async () => {
    if (at >= length) { pause(); return; }
    await go(at + 1);
    if (!plays) return;
    tell();
    for (let step = at + 1; step <= Math.min(length, at + AHEAD); step += 1) stageAt(step).catch(() => {});
    timer = setTimeout(next, Number(speed.value));
  };
  const play = async () => {
    plays = true;
    tell();
    if (at >= length) await go(0);
    if (plays) timer = setTimeout(next, Math.min(400, Number(speed.value)));
  };
  const byHand = (step) => { pause(); return go(step); };

  playing.hidden = false;
  playing.addEventListener('click', () => (plays ? pause() : play()));
  slider.addEventListener('input', () => byHand(Number(slider.value)));
  speed.addEventListener('change', () => { if (plays) { clearTimeout(timer); next(); } });
  if (eyes) {
    eyes.addEventListener('change', () => {
      fetched = new Map();
      list.dataset.chunk = '';
      byHand(at);
    });
  }
  list.addEventListener('toggle', mark);
  document.addEventListener('click', (e) => {
    const link = e.target.closest('a[data-go], a[data-jump]');
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    const near = { first: 0, back: at - 1, on: at + 1, last: length };
    byHand('jump' in link.dataset ? Number(link.dataset.jump) : near[link.dataset.go]);
    if ('jump' in link.dataset && !link.closest('#steps')) stage.scrollIntoView({ block: 'nearest' });
  });
  const chart = document.getElementById('chart');
  if (chart) {
    chart.addEventListener('click', (e) => {
      const box = chart.getBoundingClientRect();
      byHand(Math.round((length * (e.clientX - box.left)) / box.width));
    });
  }
  // Keys of the whole page, but not where a key means something to what has the focus.
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const field = e.target.closest('select, textarea, input');
    const pressed = e.target.closest('button, a, summary');
    if (field && !(field === slider && e.key === ' ')) return;
    if (pressed && (e.key === ' ' || e.key === 'Enter')) return;
    const keys = {
      ' ': () => (plays ? pause() : play()),
      ArrowLeft: () => byHand(at - 1),
      ArrowRight: () => byHand(at + 1),
      Home: () => byHand(0),
      End: () => byHand(length),
    };
    if (!keys[e.key]) return;
    e.preventDefault();
    keys[e.key]();
  });
  dress(stage);
  places();
  mark();
})();
