// What tests/support/page_bars.py measures on a page: one line for each fault.
([leastTap, least, leastLarge]) => {
  const faults = [];
  const name = (el) => {
    const kind = typeof el.className === 'string' && el.className ? '.' + el.className.trim().split(/\s+/).join('.') : '';
    const words = (el.getAttribute('aria-label') || el.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 30);
    return `${el.localName}${kind} “${words}”`;
  };
  const dialog = document.querySelector('dialog[open]');
  const inSight = (el) => {
    if (!el.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !el.matches('input')) return false;
    const box = el.getBoundingClientRect();
    return box.width > 2 && box.height > 2 && !el.closest('[inert]') && (!dialog || dialog.contains(el));
  };
  const scrolls = (el) => { for (let at = el; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true; return false; };
  const own = (el) => [...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const all = [...document.body.querySelectorAll('*')].filter(inSight);

  if (document.scrollingElement.scrollWidth > innerWidth + 1)
    for (const el of all) {
      const box = el.getBoundingClientRect();
      if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(el.parentElement))
        faults.push(`sticks out: ${name(el)} ${Math.round(box.left)} to ${Math.round(box.right)} of ${innerWidth}`);
    }

  for (const el of all) {
    const style = getComputedStyle(el);
    if (el.closest('svg') || !own(el) || !/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
    if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || /inset|circle/.test(style.clipPath)) continue;
    if (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 2)
      faults.push(`cut off: ${name(el)} ${el.scrollWidth}x${el.scrollHeight} in ${el.clientWidth}x${el.clientHeight}`);
  }

  const taps = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button]';
  for (const el of all.filter((one) => one.matches(taps))) {
    if (el.disabled || el.closest('svg') || (el.matches('a') && getComputedStyle(el).display === 'inline')) continue;
    const boxes = [el, ...(el.labels || [])].map((one) => one.getBoundingClientRect());
    if (boxes.every((box) => Math.min(box.width, box.height) < leastTap - .5))
      faults.push(`small: ${name(el)} ${boxes[0].width.toFixed(0)}x${boxes[0].height.toFixed(0)}`);
  }

  const rgba = (colour) => {
    const [r, g, b, a = 1] = (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
    return /^color\(srgb/.test(colour) ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((v, n) => v * a + under[n] * (1 - a)).concat(1);
  const ground = (el) => {
    const style = getComputedStyle(el);
    const here = rgba(style.backgroundColor);
    if (style.backgroundImage !== 'none' && here[3] < 1) return null; // a picture: nothing can be said of it
    if (here[3] === 1) return here;
    const under = el.parentElement ? ground(el.parentElement) : [255, 255, 255, 1];
    return under && over(here, under);
  };
  const light = (colour) => colour.slice(0, 3).map((v) => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [.2126, .7152, .0722][n], 0);
  for (const el of all) {
    if (el.closest('svg') || !own(el) || el.closest(':disabled, [aria-disabled=true]')) continue;
    const style = getComputedStyle(el);
    const under = ground(el);
    if (!under) continue;
    let faint = 1;
    for (let at = el; at; at = at.parentElement) faint *= Number(getComputedStyle(at).opacity);
    const ink = rgba(style.color);
    const [low, high] = [light(over([...ink.slice(0, 3), ink[3] * faint], under)), light(under)].sort((a, b) => a - b);
    const ratio = (high + .05) / (low + .05);
    const size = parseFloat(style.fontSize);
    const wanted = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? leastLarge : least;
    if (ratio < wanted - .01) faults.push(`faint: ${name(el)} ${ratio.toFixed(2)} : 1`);
  }
  return [...new Set(faults)];
}
