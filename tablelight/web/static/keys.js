// The keyboard. A board, a hand, the dice, a sheet is one stop of the Tab key each: the arrows go on from there to the
// neighbour as the eye sees it, Enter and Space tap. "/" opens the line for typed moves, "?" shows the keys.
(() => {
  const GROUPS = '.table-top, .dice, .hand, .columns, .sheets, .hues, .moves, .felt .cardrow, .rolled';
  const hidden = (el) => el.getClientRects().length === 0;
  const keyOf = (el) => el.dataset.at || el.id;

  // What the keyboard comes to in a group. Of what lies on one place of a board the topmost thing that has a name.
  const itemsOf = (group) => {
    const found = new Map();
    const board = group.localName === 'svg';
    for (const el of group.querySelectorAll('[data-act]')) {
      if (el.disabled || (board && !el.hasAttribute('aria-label'))) continue;
      const key = board ? el.dataset.at : el;
      const below = found.get(key);
      if (below) { below.removeAttribute('tabindex'); below.setAttribute('aria-hidden', 'true'); }
      el.removeAttribute('aria-hidden');
      found.set(key, el);
    }
    return [...found.values()];
  };
  const isGroup = (el) => !el.parentElement.closest(GROUPS);
  const groups = () => [...document.querySelectorAll(GROUPS)].filter(isGroup);
  const groupOf = (el) => {
    let group = el.closest && el.closest(GROUPS);
    while (group && !isGroup(group)) group = group.parentElement.closest(GROUPS);
    return group;
  };

  // Where the keyboard was last, in each group: by what can be tapped there, as boards are drawn anew.
  const last = new Map();
  const nameOf = (group) => `${(group.closest('[id^="s-"]') || group).id}/${group.getAttribute('class')}`;
  let focused = null; // the group and place that had the focus, to give it back to what took its place
  document.addEventListener('focusin', (e) => {
    const group = groupOf(e.target);
    focused = group && { group: nameOf(group), key: keyOf(e.target) };
    if (!group) return;
    last.set(nameOf(group), keyOf(e.target));
    settle(group);
  });

  const settle = (group) => {
    const items = itemsOf(group);
    const wanted = last.get(nameOf(group));
    const stop = items.find((el) => keyOf(el) === wanted)
      || items.find((el) => el.matches('.able, .fits, .best, .go')) || items[0];
    for (const el of items) el.setAttribute('tabindex', el === stop ? '0' : '-1');
    return stop;
  };
  document.addEventListener('drawn', () => {
    for (const group of groups()) {
      const stop = settle(group);
      const lost = document.activeElement === document.body || (document.activeElement.getAttribute('aria-hidden') === 'true');
      if (lost && focused && focused.group === nameOf(group) && stop) stop.focus({ preventScroll: true });
    }
  });

  // The nearest in a direction, what lies straight ahead before what lies aside.
  const middle = (el) => { const box = el.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const neighbour = (items, from, [dx, dy]) => {
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const el of items) {
      if (el === from || hidden(el)) continue;
      const [ex, ey] = middle(el);
      const ahead = (ex - x) * dx + (ey - y) * dy;
      const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
      if (ahead < 2 || aside > 3 * ahead) continue;
      const far = ahead + 2 * aside;
      if (far < least) { least = far; best = el; }
    }
    return best;
  };

  // A small picture is shown large by a tap, and small again by the next.
  document.addEventListener('click', (e) => {
    const grow = e.target.closest('[data-grow]');
    if (grow) grow.parentElement.classList.toggle('large');
  });

  const typing = (el) => el.matches('input:not([type=checkbox], [type=radio]), textarea, select');
  const act = (name, args) => {
    const tap = document.createElement('button');
    Object.assign(tap.dataset, { act: name, ...args });
    tap.hidden = true;
    document.body.append(tap);
    tap.click();
    tap.remove();
  };
  const typed = () => {
    const line = [...document.querySelectorAll('input[name=event]')].pop();
    if (!line) return false;
    for (let el = line.closest('details'); el; el = el.parentElement.closest('details')) el.open = true;
    line.focus();
    line.scrollIntoView({ block: 'nearest' });
    return true;
  };
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || typing(e.target)) return;
    const open = document.querySelector('dialog[open]');
    if (e.key === '/' && !open && typed()) { e.preventDefault(); return; }
    if (e.key === '?' && !open && document.querySelector('[data-name=menu]')) { e.preventDefault(); act('overlay', { name: 'keys' }); return; }
    const group = groupOf(e.target);
    if (!group) return;
    if ((e.key === 'Enter' || e.key === ' ') && e.target.localName !== 'button' && e.target.dataset.act) {
      e.preventDefault();
      e.target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return;
    }
    const items = itemsOf(group).filter((el) => !hidden(el));
    const ends = { Home: items[0], End: items[items.length - 1] };
    const to = WAYS[e.key] ? neighbour(items, e.target, WAYS[e.key]) : ends[e.key];
    if (!to) return;
    e.preventDefault();
    to.focus();
  });
})();
