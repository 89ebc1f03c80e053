// The replay of a game: every phase on one page, in two beats, what was ordered and what came of it. All of it comes
// in one file (games/pages/replaying.py) as pieces of the pictures that the server draws; here they are only put in
// their places. Without this script, or the file, the page shows its phase, with links to the others.
(async () => {
  'use strict';
  const SVG = 'http://www.w3.org/2000/svg';
  const LASTS = 2000, RUNS = 800;  // milliseconds of a beat and of a move, at speed 1
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const narrow = matchMedia('(max-width: 47.99em)');
  const TOKEN = /data-(unit|out)="([^"]+)" data-power="([^"]+)" transform="translate\((\S+) ([^)]+)\)/g;
  const MOVED = /^([AF]) (\S+) ([-R]) (\S+)/;

  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const bar = one('#reel'), slider = one('#reel-at'), year = one('#reel-year'), link = one('#reel-link');
  const said = one('#reel-said'), words = bar.dataset;

  const answer = await fetch(words.file).catch(() => null);
  if (!answer?.ok) {
    bar.remove();
    return;
  }
  const {phases, now: last, pieces, outcomes, badges} = await answer.json();
  const beats = phases.flatMap((phase, number) => {
    const has = phase.groups.length || phase.auction;
    return (has ? ['given', 'outcome'] : ['outcome']).map(kind => ({number, kind}));
  });
  let at = -1, timer = 0, speed = 1, shown = -1;

  const beginOf = number => beats.findIndex(beat => beat.number === number);
  const address = ({number, kind}) =>
    words.phase.replace('LABEL', phases[number].label) + (kind === 'outcome' ? '#outcome' : '');
  const nameOf = ({number, kind}) => {
    const {name, auction} = phases[number];
    return `${name}, ${(kind === 'outcome' ? words.outcome : auction ? words.bids : words.orders).toLowerCase()}`;
  };
  const pictureOf = ({number, kind}) =>
    (kind === 'given' ? phases[number].picture : phases[number + 1]?.picture || last);
  const ordersOf = number => phases[number].groups.flatMap(([power, , orders]) => orders.map(order => [power, order]));

  // The picture

  const field = () => one('#map .board-svg > svg');
  const drawn = new Map();
  function draw(name, html) {
    if (drawn.get(name) === html) return;
    drawn.set(name, html);
    let group = one(`:scope > .${name}`, field());
    if (!group) {
      group = document.createElementNS(SVG, 'g');
      group.setAttribute('class', name);
      group.setAttribute('pointer-events', 'none');
      one(':scope > .overlay', field()).before(group);
    }
    group.innerHTML = html;
  }
  const join = numbers => (numbers || []).map(number => pieces[number]).join('');

  function drawBeat(beat) {
    const picture = pictureOf(beat), isOver = beat.kind === 'outcome';
    const layers = {s: '', a: '', t: '', u: '', x: ''};
    ordersOf(beat.number).forEach(([, [, , , marks, signs, failed]], order) => {
      [...marks, ...(isOver ? signs : [])].forEach(number => {
        const [layer, piece] = [pieces[number][0], pieces[number].slice(1)];
        if (layer === 'u' && isOver) return;  // it has been built
        const as = isOver && failed ? piece.replace('class="order-mark ', 'class="order-mark o-failed ') : piece;
        layers[layer] += `<g data-order="${order}">${as}</g>`;
      });
    });
    draw('lands', join(picture.lands));
    if (picture.veils || drawn.has('veils')) draw('veils', join(picture.veils));
    if (picture.whose || drawn.has('whose')) draw('whose', join(picture.whose));
    draw('orders', layers.s + layers.a + layers.t);
    draw('units', join(picture.units) + layers.u);
    draw('signs', layers.x);
    one(':scope > title', field().parentNode).textContent = nameOf(beat);
    const tokens = (picture.units || []).map(number => /<title>(.*?)<\/title>/.exec(pieces[number])?.[1]);
    one(':scope > desc', field().parentNode).innerHTML = tokens.filter(Boolean).map(token => `${token}. `).join('');
  }

  // Tokens go where their orders took them.
  function places(picture) {
    const found = new Map();
    for (const [, how, unit, power, x, y] of join(picture.units).matchAll(TOKEN)) {
      found.set(`${how} ${unit} ${power}`, [x, y]);
    }
    return found;
  }
  function move(beat) {
    const before = places(phases[beat.number].picture), came = new Map();
    ordersOf(beat.number).forEach(([power, [text, , , , , failed]]) => {
      const [, kind, from, sign, to] = MOVED.exec(text.toUpperCase()) || [];
      if (!to || failed) return;
      came.set(`unit ${kind} ${to} ${power.toLowerCase()}`, `${sign === 'R' ? 'out' : 'unit'} ${kind} ${from}`);
    });
    all(':scope > .units > .unit', field()).forEach(token => {
      const power = token.dataset.power, {unit, out} = token.dataset;
      const origin = out ? `unit ${out}` : came.get(`unit ${unit} ${power}`);
      const start = origin && before.get(`${origin} ${power}`);
      if (!start) return;
      const end = /translate\((\S+) ([^)]+)\)/.exec(token.getAttribute('transform')).slice(1);
      const frames = [start, end].map(([x, y]) => ({transform: `translate(${x}px, ${y}px)`}));
      token.animate(frames, {duration: RUNS / speed, easing: 'ease-in-out'});
    });
  }

  // The words beside it

  function write(number) {
    if (shown === number) return;
    shown = number;
    const {label, name, groups, news, auction} = phases[number];
    const part = id => one(`#${id}`).content.cloneNode(true);
    const page = part('reel-phase');
    one('h2', page).textContent = name;
    one('.panel-head a', page).href = words.page.replace('LABEL', label);
    one('.reel-news', page).innerHTML = news;
    one('.reel-news', page).toggleAttribute('data-bids', auction);
    let order = 0;
    groups.forEach(([power, commander, orders]) => {
      const group = part('reel-power');
      const [badge, who] = all('h3 > span', group);
      badge.innerHTML = badges[power];
      who.textContent = commander;
      orders.forEach(([text, outcome, why]) => {
        const [word, icon, tone, note] = outcomes[outcome];
        const row = part('reel-order');
        one('.verdict-order', row).textContent = text;
        one('.verdict-out', row).classList.add(`out-${tone}`);
        one('use', row).setAttribute('href', `#i-${icon}`);
        one('.verdict-out > span', row).textContent = note ? `${word} (${note})` : word;
        one('.verdict-why', row).textContent = why;
        one('button', row).dataset.pick = order++;
        one('ol', group).append(row);
      });
      one('.reel-orders', page).append(group);
    });
    one('.reel-hint', page).hidden = !groups.length;
    one('.reel-empty', page).hidden = groups.length || one('.reel-news > *', page)?.childElementCount;
    said.replaceChildren(page);
  }

  // One order alone: the rest of them fade.
  function pick(order) {
    const button = order === null ? null : one(`[data-pick="${order}"]`, said);
    const isNew = button?.getAttribute('aria-pressed') === 'false';
    all('[data-pick]', said).forEach(each => each.setAttribute('aria-pressed', isNew && each === button));
    one('#map .board').toggleAttribute('data-one', isNew);
    all('[data-order]', field()).forEach(each => {
      each.classList.toggle('is-one', isNew && each.dataset.order === order);
    });
    return isNew;
  }

  // From beat to beat

  function go(to, {runs = false, names = true} = {}) {
    const next = Math.max(0, Math.min(to, beats.length - 1));
    if (next === at) return;
    const beat = beats[next], isStep = next === at + 1;
    at = next;
    if (one('[data-one]')) pick(null);
    drawBeat(beat);
    write(beat.number);
    said.dataset.beat = beat.kind;
    if (runs && isStep && beat.kind === 'outcome' && !still.matches) move(beat);
    const phase = phases[beat.number], says = nameOf(beat);
    slider.value = at;
    slider.setAttribute('aria-valuetext', says);
    year.value = phase.year;
    link.href = address(beat);
    one('#reel-try').href = words.try.replace('LABEL', phase.label);
    one('.game-head h1').textContent = says;
    all('.reel-years a', bar).forEach(each => {
      if (each.textContent === String(phase.year)) each.setAttribute('aria-current', 'true');
      else each.removeAttribute('aria-current');
    });
    const hasGiven = phase.groups.length || phase.auction;
    all('[data-reel=given], [data-reel=outcome]', bar).forEach(button => {
      button.setAttribute('aria-pressed', button.dataset.reel === beat.kind);
      button.textContent = button.dataset.reel === 'outcome' ? words.outcome : phase.auction ? words.bids : words.orders;
    });
    one('[data-reel=given]', bar).disabled = !hasGiven;
    if (!names) return;
    document.title = `${words.game}, ${says} · Poste Restante`;
    history.replaceState(history.state, '', address(beat));
    if (!timer) one('#reel-status').textContent = says;
  }

  function play() {
    if (timer) return pause();
    if (at === beats.length - 1) go(0);
    mark(true);
    timer = setTimeout(function step() {
      go(at + 1, {runs: true});
      if (at === beats.length - 1) pause();
      else timer = setTimeout(step, LASTS / speed);
    }, LASTS / speed / 2);
  }
  function pause() {
    clearTimeout(timer);
    timer = 0;
    mark(false);
  }
  function mark(isOn) {
    const button = one('[data-reel=play]', bar);
    button.setAttribute('aria-label', isOn ? words.pause : words.play);
    one('use', button).setAttribute('href', isOn ? '#i-pause' : '#i-play');
  }

  const steps = {
    first: () => go(0),
    back: () => go(at - 1),
    forward: () => go(at + 1, {runs: true}),
    last: () => go(beats.length - 1),
    given: () => go(beginOf(beats[at].number)),
    outcome: () => go(beginOf(beats[at].number) + (beats[at].kind === 'given' ? 1 : 0), {runs: true})
  };
  function press(what) {
    if (what === 'play') return play();
    if (timer) pause();
    if (what !== 'outcome' || beats[at].kind !== 'outcome') steps[what]();
  }

  document.addEventListener('click', event => {
    const button = event.target.closest('[data-reel], [data-speed], [data-pick], #reel-link, .reel-years a');
    if (!button) return;
    if (button.dataset.reel) return press(button.dataset.reel);
    if (button.dataset.speed) {
      speed = Number(button.dataset.speed);
      return all('[data-speed]', bar).forEach(each => each.setAttribute('aria-pressed', each === button));
    }
    if (timer) pause();
    if (button.dataset.pick) {
      if (pick(button.dataset.pick) && narrow.matches) one('#map .board').scrollIntoView({block: 'nearest'});
    } else if (button === link) {
      if (!navigator.clipboard) return;
      event.preventDefault();
      const text = link.textContent;
      navigator.clipboard.writeText(link.href).then(() => {
        link.textContent = one('#reel-status').textContent = words.copied;
        setTimeout(() => { link.textContent = text; }, 3000);
      }, () => { location.assign(link.href); });
    } else if (!event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      go(beginOf(phases.findIndex(phase => phase.year === Number(button.textContent))));
    }
  });
  slider.addEventListener('input', () => {
    if (timer) pause();
    go(Number(slider.value), {names: false});
  });
  slider.addEventListener('change', () => {
    const here = at;
    at = -1;
    go(here);
  });
  year.addEventListener('change', () => {
    if (timer) pause();
    go(beginOf(phases.findIndex(phase => phase.year === Number(year.value))));
  });
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const what = {ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', ' ': 'play'}[event.key];
    const wants = `input, select, textarea, ${event.key === ' ' ? 'button, summary, a' : '.table-scroll'}`;
    if (!what || event.target.closest(wants)) return;
    event.preventDefault();
    press(what);
  });
  document.addEventListener('visibilitychange', () => { if (document.hidden && timer) pause(); });

  // The page as it begins

  const years = [...new Set(phases.map(phase => phase.year))];
  const every = Math.ceil(years.length / (narrow.matches ? 5 : 10));
  years.forEach((number, index) => {
    const first = phases.find(phase => phase.year === number);
    year.add(new Option(number, number));
    const tick = document.createElement('li');
    tick.style.flexGrow = beats.filter(beat => phases[beat.number].year === number).length;
    if (index % every === 0) {
      const to = tick.appendChild(document.createElement('a'));
      to.href = words.phase.replace('LABEL', first.label);
      to.textContent = number;
    }
    one('.reel-years', bar).append(tick);
  });
  slider.max = beats.length - 1;
  all('.contested, .contested-case', field()).forEach(sign => sign.remove());
  const begins = Math.max(0, phases.findIndex(phase => phase.label === words.shown));
  const isOver = location.hash === '#outcome' && phases[begins].groups.length + phases[begins].auction;
  go(beginOf(begins) + (isOver ? 1 : 0), {names: false});
  bar.hidden = false;
  one('.timeline').hidden = true;
})();
