// What the table says, aloud: words by the browser's own voices, sounds made of a few tones here. Nothing is fetched.
// A new step makes what was said before out of date: it is cut off, so that nobody hears what no longer holds.
(() => {
  const speech = window.speechSynthesis;
  if (!speech) document.documentElement.dataset.speech = 'none';
  const YEAR = 31536000;
  const chosen = (name) => (new RegExp(`(?:^|; )tablelight-${name}=([a-z]+)`).exec(document.cookie) || [])[1] || '';
  const keep = (name, value) => {
    document.cookie = `tablelight-${name}=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=strict`;
  };

  // ---- sounds: [frequency in Hz, when, how long in s], soft at both ends
  const SOUNDS = {
    read: [[220, 0, 0.05], [180, 0.07, 0.05], [240, 0.13, 0.06]], // dice that rattle
    capture: [[392, 0, 0.08], [262, 0.09, 0.16]], // down: somebody is sent home
    score: [[523, 0, 0.09], [659, 0.1, 0.14]], // up
    best: [[523, 0, 0.09], [659, 0.1, 0.09], [784, 0.2, 0.2]],
    question: [[440, 0, 0.12], [440, 0.2, 0.12]], // twice the same: an answer is wanted
    refused: [[196, 0, 0.2]],
    reminder: [[587, 0, 0.25]], // a small bell
    correction: [[330, 0, 0.07], [294, 0.09, 0.09]],
    win: [[523, 0, 0.12], [659, 0.14, 0.12], [784, 0.28, 0.12], [1047, 0.42, 0.4]],
  };
  let audio = null;
  const wake = () => {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!audio && Audio && chosen('sounds')) audio = new Audio();
    if (audio && audio.state === 'suspended') audio.resume();
  };
  const play = (kind) => {
    if (!audio || !SOUNDS[kind]) return;
    for (const [hertz, at, long] of SOUNDS[kind]) {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      const from = audio.currentTime + at;
      tone.frequency.value = hertz;
      tone.type = 'triangle';
      loud.gain.setValueAtTime(0, from);
      loud.gain.linearRampToValueAtTime(0.2, from + 0.01);
      loud.gain.linearRampToValueAtTime(0, from + long);
      tone.connect(loud).connect(audio.destination);
      tone.start(from);
      tone.stop(from + long + 0.02);
    }
  };

  // A page whose line was cut is told anew how things stand: what it said last, it does not say again.
  let last = '';
  const known = (said) => said.length === 1 && said[0].text === last && /^(turn|question|win)$/.test(said[0].kind);

  const say = (said) => {
    if (document.hidden || known(said)) return; // a phone in a pocket stays silent
    last = (said[said.length - 1] || {}).text || last;
    if (chosen('sounds')) {
      wake();
      // One sound a step, of what matters most.
      const loudest = ['win', 'question', 'refused', 'best', 'capture', 'score', 'reminder', 'correction', 'read'];
      const kinds = said.map(({ kind }) => kind);
      play(loudest.find((kind) => kinds.includes(kind)));
    }
    if (!speech || !chosen('voice') || chosen('voice') === 'silent') return;
    speech.cancel();
    for (const { text } of said) {
      if (!text) continue;
      const words = new SpeechSynthesisUtterance(text);
      words.lang = document.documentElement.lang;
      speech.speak(words);
    }
  };
  document.addEventListener('tablelight-say', (e) => say(e.detail));
  addEventListener('pagehide', () => speech && speech.cancel());

  // Browsers let a page speak and sound only once somebody tapped on it.
  document.addEventListener('click', (e) => {
    const el = e.target.closest('[data-act="voice"], [data-act="sounds"]');
    if (el && el.dataset.act === 'voice') keep('voice', el.dataset.level === 'silent' ? '' : el.dataset.level);
    if (el && el.dataset.act === 'sounds') keep('sounds', el.dataset.on);
    if (el && speech && el.dataset.level === 'silent') speech.cancel();
    wake();
  }, true);
})();
