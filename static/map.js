// The map as an instrument: it takes orders and says what lies where. (Looking closer is in map-zoom.js.)
// The selects of the sheet that have a name stay the truth. An order given here is such a select's new value and
// its change event, and what may be ordered is what they offer. Everything is looked up when it is needed, for the
// map and the sheet are swapped while they are in use. Without this script nothing is missing but the pleasure.
(function () {
  'use strict';
  const SVG = 'http://www.w3.org/2000/svg';
  const FINGER = 24;  // pixels beside what was meant that a fingertip may land
  const SAME = 8;  // pixels between two taps on one spot
  const TWICE = 300;  // milliseconds within which a second tap is the same gesture

  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const province = location => location.split('/')[0];
  const field = () => one('#map .board-svg > svg');
  const line = () => document.getElementById('map-line');

  // All but `idle` stand there only where orders are given on the map.
  function say(key, words = {}) {
    const texts = {...line().dataset, ...JSON.parse(document.getElementById('map-words')?.textContent || '{}')};
    return (texts[key] || '').replace(/{(\w+)}/g, (_all, name) => words[name]);
  }

  // The sheet

  const ORDER = /^[AFE] (\S+)(?: [-R] (\S+)(?: VIA)?| (S) ([AF] \S+)(?: - (\S+))?| C (A \S+) - (\S+)| ([HBD])|)$/;
  const ALONE = {H: 'hold', B: 'build', D: 'disband'};  // a unit by itself is touched

  // One option of a select. `target`: the unit supported or convoyed. `place`: the location to choose for it.
  // Of a spy's select the value is where they go, perhaps by convoy; empty: they stay.
  function read(option) {
    const spy = placeOfSpy(option.closest('select'));
    if (spy) {
      const [to] = option.value.split(' ');
      const {value, text: says} = option;
      return {value, says, select: option.closest('select').name, at: spy, verb: to ? 'go' : 'hold', to: to || null};
    }
    const found = ORDER.exec(option.value);
    if (!found) return null;
    const [, at, goal, isSupport, helped, into, carried, shore, alone] = found;
    return {
      value: option.value, says: option.text, select: option.closest('select').name, at,
      verb: goal ? 'go' : isSupport ? 'support' : carried ? 'convoy' : ALONE[alone] || 'touch',
      target: helped || carried || null, to: goal || into || shore || null
    };
  }
  const ordersOf = select => Array.from(select.options).map(read).filter(Boolean);
  const selects = kind => all(`#answer .choices select[name^="${kind}-"]`);
  const select = name => one(`#answer .choices select[name="${name}"]`);
  const placeOfSpy = select => /^spy-(\w+)-\d+-to$/.exec(select.name)?.[1];
  const pieces = () => selects('order').concat(selects('spy').filter(placeOfSpy));
  const unitOf = select => placeOfSpy(select) ? `E ${placeOfSpy(select)}` : select.name.slice('order-'.length);
  const nameIn = select => one('.order-unit', select.closest('.order'));
  const labelOf = select => one('abbr', nameIn(select))?.title ||
    (placeOfSpy(select) ? nameIn(select).textContent : '');
  const phase = () => one('#answer input[name=label]')?.value;

  // What is being done, and what was done in this phase

  let now = {}, done = [], note = '', tapped = {at: 0}, known = phase();
  const picked = () => now.name && select(now.name);

  function candidates() {
    const from = picked();
    if (!from) return [];
    const verb = now.verb || 'go';
    return ordersOf(from).filter(order => order.verb === verb && (!now.target || order.target === now.target));
  }
  function locationOf(order) {
    if (order.verb === 'go') return order.to;
    if (order.target && !now.target) return order.target.split(' ')[1];
    return order.to || (order.target ? order.target.split(' ')[1] : order.at);
  }
  const isAt = place => order => province(locationOf(order)) === place;

  function pick(name, isSoft) {
    now = {name, isSoft};
    note = '';
    refresh();
  }
  function stop() { now = {}; note = ''; refresh(); }

  // An order, by its select's name and the value it shall have; an empty one takes the order back.
  function give(name, value) {
    const field = select(name);
    const before = sentence(field);
    done.push({name, was: field.value, is: value});
    set(field, value);
    now = {};
    note = value || labelOf(field) ? sentence(field) : say('undone', {order: before});
    refresh();
  }
  function undo() {
    for (let last; (last = done.pop());) {
      const field = select(last.name);
      if (!field || field.value !== last.is) continue;  // changed elsewhere since
      const before = sentence(field);
      set(field, last.was);
      note = last.was || labelOf(field) ? say('undone', {order: sentence(field)}) : say('undone', {order: before});
      break;
    }
    refresh();
  }
  function set(field, value) {
    field.value = value;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    field.dispatchEvent(new Event('change', {bubbles: true}));
  }
  function sentence(field) {
    const order = field.selectedOptions[0]?.text || '';
    return labelOf(field) ? say('given', {unit: labelOf(field), order}) : `${order}.`;
  }

  // Choosing on the map. `place` is a province's code, `nearby` those within a fingertip, nearest first.

  function choose(place, nearby) {
    if (now.choices) now.choices = null;
    note = '';
    if (selects('slot').length) return chooseSite([place, ...nearby]);
    const own = rowAt(place) || (!picked() && nearby.map(rowAt).find(Boolean));
    if (!picked()) { if (own) return pick(own.name); refresh(); return here(place); }
    const isTwice = own && own.name === now.name;
    const found = [place, ...(isTwice ? [] : nearby)].map(there => candidates().filter(isAt(there)))
      .find(orders => orders.length);
    if (found) return decide(found, own);
    const hold = isTwice && !now.verb && ordersOf(own).find(order => order.verb === 'hold');
    if (hold) return give(own.name, hold.value);
    if (own && !isTwice && !now.verb) return pick(own.name);
    if (!isTwice) note = say('no', {place: nameOf(place)});
    refresh();
  }

  function decide(found, own) {
    const anyCoast = found.find(order => order.to && !order.to.includes('/'));  // helps to every coast
    if (now.verb && !now.target && found.length > 1) {
      now.target = found[0].target;
    } else if (!now.verb && own && own.name !== now.name) {
      if (now.isSoft) return pick(own.name);
      const helps = ordersOf(picked()).filter(o => o.verb === 'support' && o.target === unitOf(own) && !o.to);
      now.choices = [...convoysOf(own), ...found, ...helps, {pick: own.name, says: say('instead', {unit: labelOf(own)})}];
    } else if (found.length > 1 && !(anyCoast && now.verb === 'support')) {
      now.choices = found;
    } else {
      return give(found[0].select, (anyCoast || found[0]).value);
    }
    refresh();
  }

  // The convoy that the picked fleet would give the army of `row`, to where that is ordered to go.
  function convoysOf(row) {
    const goal = row.value.split(' ')[2] === '-' && province(row.value.split(' ')[3]);
    return ordersOf(picked()).filter(order => order.verb === 'convoy' && order.target === unitOf(row) &&
      goal && province(order.to) === goal);
  }

  // Of several spies in one place the first that stays; of those who all go, the first.
  function rowAt(place) {
    const rows = pieces().filter(field => provinceOf(unitOf(field)) === place);
    return rows.find(field => field.name === now.name) || rows.find(field => !field.value) || rows[0];
  }

  // Builds and disbands: as many selects as are due, each with all that its power may order.

  const isOpen = field => !field.value || field.value.startsWith('WAIVE');
  const sitesOf = field => ordersOf(field).filter(order => ['build', 'disband', 'touch'].includes(order.verb));
  // Several spies may be due at one place, units but once; a unit and a spy do not take each other's site.
  const isSpy = field => sitesOf(field).some(order => order.value.startsWith('E '));

  function chooseSite(places) {
    const offered = field => place => sitesOf(field).filter(order => province(order.at) === place);
    const place = places.find(place => selects('slot').some(field => offered(field)(place).length));
    if (!place) { now = {}; refresh(); return here(places[0]); }
    const able = selects('slot').filter(field => offered(field)(place).length);
    const choices = [false, true].flatMap(ofSpies => {
      const slots = able.filter(field => isSpy(field) === ofSpies);
      const taken = slots.find(field => provinceOf(field.value) === place);
      const open = slots.find(isOpen) || slots.find(field => 'replaces' in field.dataset);
      const field = ofSpies ? open : taken || open;
      const others = field ? offered(field)(place).filter(order => order.value !== field.value) : [];
      return taken ? [...others, {select: taken.name, value: '', says: say('back')}] : others;
    });
    const backs = choices.filter(choice => !choice.value);
    if (backs.length > 1) backs.forEach(back => { back.says += ` (${select(back.select).selectedOptions[0].text})`; });
    if (!choices.length) { now = {}; note = say('full'); return refresh(); }
    if (choices.length === 1) return give(choices[0].select, choices[0].value);
    now = {choices, site: place};
    refresh();
  }

  function openSites() {
    const slots = selects('slot');
    const taken = slots.filter(field => !isSpy(field)).map(field => provinceOf(field.value));
    return slots.filter(isOpen).flatMap(field => sitesOf(field)
      .filter(order => isSpy(field) || !taken.includes(province(order.at))));
  }

  // Where things stand

  const region = place => one(`[data-province="${place}"]`, field());
  const nameOf = place => (region(place)?.dataset.name || place).replace(/ [(·].*/, '');
  const token = unit => one(`[data-out="${unit}"]`, field()) || one(`[data-unit="${unit}"]`, field());
  const pointOf = text => (text || '').match(/-?[\d.]+/g)?.map(Number);
  const standsAt = unit => pointOf(token(unit)?.getAttribute('transform')) || anchor(unit.split(' ')[1]);
  const provinceOf = unit => province(unit.split(' ')[1] || '');
  const tokensAt = place => all('[data-unit], [data-out]', field())
    .filter(token => provinceOf(token.dataset.unit || token.dataset.out) === place);

  function anchor(location) {
    const [place, coast] = location.split('/');
    return pointOf(coast && region(place)?.getAttribute(`data-${coast.toLowerCase()}`) || region(place)?.dataset.at);
  }
  function placeOf(element) {
    const hit = element.closest?.('#map [data-province], #map [data-unit], #map [data-out]');
    if (!hit) return null;
    return hit.dataset.province || provinceOf(hit.dataset.unit || hit.dataset.out);
  }
  function onMap(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(field().getScreenCTM().inverse());
  }
  function within(event, radius) {
    const at = onMap(event), far = radius / field().getScreenCTM().a;
    const units = picked() ? [] : pieces().map(unitOf);
    const goals = [...candidates(), ...openSites()].map(locationOf);
    const things = units.map(unit => [provinceOf(unit), standsAt(unit)]);
    return things.concat(goals.map(goal => [province(goal), anchor(goal)])).filter(([, point]) => point)
      .map(([place, [x, y]]) => [place, Math.hypot(x - at.x, y - at.y)])
      .filter(([, distance]) => distance < far).sort((a, b) => a[1] - b[1]).map(([place]) => place);
  }

  // What the map shows of it

  function draw() {
    all('.picked', field()).forEach(old => old.remove());
    all('#answer .is-picked').forEach(row => row.classList.remove('is-picked'));
    picked()?.closest('.order')?.classList.add('is-picked');
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('class', 'picked');
    group.setAttribute('pointer-events', 'none');
    const circle = (classes, [cx, cy], r) => classes.forEach(name => {
      const mark = group.appendChild(document.createElementNS(SVG, 'circle'));
      Object.entries({class: name, cx, cy, r}).forEach(([key, value]) => mark.setAttribute(key, value));
    });
    const at = picked() && standsAt(unitOf(picked()));
    if (at) { circle(['pick-case', 'pick'], at, 39); circle(['pick'], at, 47); }
    const goals = now.choices ? [] : picked() ? candidates() : openSites();
    new Map(goals.map(order => [locationOf(order), order])).forEach((order, location) => {
      const stands = order.verb !== 'go' && (order.to === null || !now.target) && order.verb !== 'build' ||
        order.verb === 'go' && tokensAt(province(location)).some(token => token.dataset.unit);
      const point = anchor(location);
      if (point) circle(stands ? ['aim-case', 'aim'] : ['reach'], point, stands ? 36 : 13);
    });
    field().append(group);
  }

  function prompt() {
    const unit = picked() ? labelOf(picked()) : '';
    if (now.choices) return now.site ? say('site', {place: nameOf(now.site)}) : say('which', {unit});
    if (unit) {
      if (now.target) {
        const isAway = now.verb === 'support' && candidates().every(order => order.to);
        return say(isAway ? 'supportAway' : `${now.verb}To`, {unit, target: titleOf(now.target)});
      }
      const isRetreat = ordersOf(picked()).every(order => order.verb !== 'hold');
      return say(now.verb || (isRetreat ? 'retreat' : 'go'), {unit});
    }
    const verbs = new Set(selects('slot').flatMap(field => sitesOf(field).map(order => order.verb)));
    const kinds = [['build', 'builds'], ['disband', 'removals'], ['touch', 'touch']].filter(([verb]) => verbs.has(verb));
    if (kinds.length) return kinds.map(([, key]) => say(key)).join(' ');
    const first = pieces()[0];
    if (first && placeOfSpy(first)) return say('spies');
    return !first ? '' : say(ordersOf(first).some(order => order.verb === 'hold') ? 'units' : 'retreats');
  }
  const titleOf = unit => (token(unit)?.dataset.name || unit).replace(/, [^,]*$/, '');

  function speak() {
    const box = line();
    const says = [note, !note || picked() ? prompt() : ''].filter(Boolean).join(' ');
    const status = one('[role=status]', box);
    if (status.textContent !== says) status.textContent = says;
    const can = new Set(picked() && !now.choices && !now.verb ? ordersOf(picked()).map(order => order.verb) : []);
    const shows = {
      hold: can.has('hold'), disband: can.has('disband'), support: can.has('support'), convoy: can.has('convoy'),
      cancel: picked() || now.choices, undo: done.length && !picked() && !now.choices,
      marks: one('.order-mark', field()) && !picked() && !now.choices
    };
    all('[data-do]', box).forEach(button => { button.hidden = !shows[button.dataset.do]; });
    one('#map-marks').setAttribute('aria-pressed', !isBare);
    const choices = document.getElementById('map-choices');
    choices.replaceChildren(...(now.choices || []).map((choice, index) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'button';
      button.id = `map-choice-${index}`;
      button.textContent = choice.says;
      button.addEventListener('click', () => (choice.pick ? pick(choice.pick) : give(choice.select, choice.value)));
      return button;
    }));
  }

  const idle = () => (pieces().length + selects('slot').length ? '' : say('idle'));

  // What lies under the pointer: its name, whose it is, who stands there; or what choosing it would order.
  function here(place) {
    const box = document.getElementById('map-here');
    if (!box) return;
    const found = place && !now.choices && now.verb !== 'support' && candidates().find(isAt(place));
    const names = place ? [region(place), ...tokensAt(place)].map(thing => thing?.dataset.name) : [];
    const says = found ? [say('given', {unit: labelOf(picked()), order: found.says})] : names.filter(Boolean);
    box.textContent = says.join(' · ') || idle();
  }

  // The line gives way to a result and to the way through the phases, unless an order is being given.
  const sight = new IntersectionObserver(entries => entries.forEach(({target, isIntersecting}) => {
    target.toggleAttribute('data-shown', isIntersecting);
  }));
  function giveWay() {
    [one('#fresh'), one('#map .timeline')].forEach(part => { if (part) sight.observe(part); });
    line().toggleAttribute('data-busy', Boolean(picked() || now.choices || note));
  }

  let isBare = false;  // without order marks
  function refresh() {
    if (!field() || !line()) return;
    if (phase() !== known) { known = phase(); now = {}; done = []; note = ''; }
    if (now.name && !picked()) now = {};
    prepare();
    one('#map .board').toggleAttribute('data-bare', isBare);
    one('#map-here').textContent = idle();
    draw();
    speak();
    giveWay();
  }

  // Names become ours to show: as tooltips they would lie over the map.
  function prepare() {
    all('title', field()).forEach(title => {
      title.parentNode.dataset.name = title.textContent;
      title.remove();
    });
  }

  document.addEventListener('click', event => {
    const button = event.target.closest('#map-line [data-do]');
    if (button) return press(button.dataset.do);
    if (!field() || !event.target.closest('#map .board-svg')) return;
    const place = placeOf(event.target);
    const apart = Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y);
    const isSame = event.timeStamp - tapped.at < TWICE && apart < (place === tapped.place ? FINGER : SAME);
    const wasNothing = tapped.isNothing;
    tapped = {at: event.timeStamp, x: event.clientX, y: event.clientY, place, isNothing: false};
    if (isSame) {  // a second tap never orders anything
      if (wasNothing) event.target.dispatchEvent(new MouseEvent('map:closer', event));
      return;
    }
    choose(place, within(event, event.pointerType === 'mouse' ? 0 : FINGER));
    tapped.isNothing = !picked() && !now.choices && !note;
  });

  function press(what) {
    if (what === 'cancel') return stop();
    if (what === 'undo') return undo();
    if (what === 'marks') { isBare = !isBare; return refresh(); }
    const order = picked() && ordersOf(picked()).find(order => order.verb === what);
    if (!order) return;
    if (what === 'hold' || what === 'disband') return give(order.select, order.value);
    now = {name: now.name, verb: what};
    note = '';
    refresh();
  }

  let overMap = false;
  document.addEventListener('pointerover', event => {
    if (event.pointerType !== 'mouse' || event.buttons || !field()) return;
    const isOver = event.target.closest('#map .board-svg') !== null;
    if (isOver) here(placeOf(event.target));
    else if (overMap) here(null);
    overMap = isOver;
  });

  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && (picked() || now.choices)) stop();
  });

  // The map shows which unit of the orders has the focus.
  document.addEventListener('focusin', event => {
    const at = pieces().find(piece => piece === event.target || piece.id === event.target.dataset.of);
    if (at) {
      if (at.name !== now.name) pick(at.name, true);
    } else if (now.isSoft && !event.target.closest('#map')) {
      const name = now.name;
      afterPressing(() => { if (now.isSoft && now.name === name) stop(); });
    }
  });

  // After any swap, by any script: the map shows again what was being done.
  const swaps = new MutationObserver(changes => {
    const isOurs = ({target}) => target.closest?.('#map-line, .picked') ||
      !target.closest?.('#map, #answer') && !one('#map', target);
    if (changes.every(isOurs)) return;
    refresh();
    swaps.takeRecords();
  });
  swaps.observe(document.body, {childList: true, subtree: true});
  refresh();
}());
