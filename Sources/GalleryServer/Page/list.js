// A list of photos as the server has it: a PHFetchResult, and its change details applied step by step.

const PAGE = 200;

export class PhotoList extends EventTarget {
  constructor(query) {
    super();
    this.query = query;
    [this.version, this.months, this.items, this.asked] = [null, null, [], new Set()];
  }

  get count() { return this.items.length; }

  address(path, more = {}) {
    const entries = Object.entries({ ...this.query, ...more }).filter(([, value]) => value !== '');
    // As percent-encoding has it, where spaces are no plus signs.
    return `${path}?${String(new URLSearchParams(entries)).replaceAll('+', '%20')}`;
  }

  async open() {
    const answer = await fetch(this.address('/api/list'));
    if (answer.status === 401) location.replace('/login.html');
    const facts = await answer.json();
    // What is not there, or not understood, will not be by asking again.
    const isFinal = [400, 404].includes(answer.status);
    if (!answer.ok) throw Object.assign(new Error(facts.error), { position: facts.position, isFinal });
    if (this.isClosed) return;
    Object.assign(this, { version: facts.version, months: facts.months ?? null });
    this.items = new Array(facts.count).fill(undefined);
    this.asked.clear();
    this.tell('reload');
    this.follow();
  }

  close() {
    this.isClosed = true;
    this.events?.close();
    clearTimeout(this.retry);
  }

  follow() {
    this.events?.close();
    const events = new EventSource(this.address('/api/events', { after: this.version }));
    this.events = events;
    events.addEventListener('open', () => { this.tell('line', { isThere: true }); this.tell('items'); });
    events.addEventListener('change', (event) => this.change(JSON.parse(event.data), event.lastEventId));
    events.addEventListener('library', () => this.tell('library'));
    events.addEventListener('gone', () => this.leave());
    events.addEventListener('reload', () => { events.close(); this.reopen(0); });
    events.addEventListener('error', () => {
      this.tell('line', { isThere: false });
      // The browser tries again by itself, unless the server refuses.
      if (events.readyState === EventSource.CLOSED) this.reopen(1000);
    });
  }

  reopen(delay) {
    clearTimeout(this.retry);
    const again = (error) => (error.isFinal ? this.leave() : this.reopen(Math.min(30000, delay * 2 || 1000)));
    this.retry = setTimeout(() => this.open().catch(again), delay);
  }

  // The album, or whatever it was a list of, is not there any more.
  leave() {
    this.events?.close();
    [this.items, this.months] = [[], null];
    this.tell('reload');
    this.tell('gone');
  }

  // The position of a photo, or -1.
  async find(id) {
    const known = this.items.findIndex((item) => item?.id === id);
    if (known >= 0) return known;
    const answer = await fetch(this.address('/api/position', { id }));
    if (!answer.ok || this.isClosed) return -1;
    const { version, position } = await answer.json();
    if (version === this.version) return position ?? -1;
    // Of another moment positions are others.
    await new Promise((resolve) => { setTimeout(resolve, 200); });
    return this.find(id);
  }

  tell(type, detail = {}) { this.dispatchEvent(new CustomEvent(type, { detail })); }

  // Asks for what is not known yet around some positions.
  need(first, end) {
    for (let page = Math.floor(first / PAGE); page * PAGE < Math.min(end, this.count); page += 1) {
      const start = page * PAGE;
      if (this.asked.has(page) || this.isKnown(start, Math.min(start + PAGE, this.count))) continue;
      this.ask(page);
    }
  }

  // What does not come is asked for again, if it is still wanted then.
  ask(page) {
    this.asked.add(page);
    return this.load(page).catch(() => setTimeout(() => this.tell('items'), 1000)).finally(() => this.asked.delete(page));
  }

  // The items of some positions, once all are known; some may be missing where the list changes meanwhile.
  async all(first, end) {
    const pages = [];
    for (let page = Math.floor(first / PAGE); page * PAGE < end; page += 1) {
      if (!this.isKnown(Math.max(first, page * PAGE), Math.min((page + 1) * PAGE, end))) pages.push(this.ask(page));
    }
    await Promise.all(pages);
    return this.items.slice(first, end).filter(Boolean);
  }

  isKnown(start, end) {
    for (let index = start; index < end; index += 1) if (!this.items[index]) return false;
    return true;
  }

  async load(page) {
    const asked = this.version;
    const answer = await fetch(this.address('/api/items', { from: page * PAGE, count: PAGE }));
    if (!answer.ok || this.isClosed) return;
    const { version, items } = await answer.json();
    // Of another moment the positions are others; what is seen is asked for again.
    if (version !== this.version || asked !== this.version) { setTimeout(() => this.tell('items'), 50); return; }
    items.forEach((item, offset) => { this.items[page * PAGE + offset] = item; });
    this.tell('items');
  }

  // A page that nobody looks at needs no line of its own; a browser has six for a server.
  pause() { this.events?.close(); }

  resume() { if (!this.isClosed && this.version && this.events?.readyState === EventSource.CLOSED) this.follow(); }

  change(steps, version) {
    const gone = steps.removed.flatMap(([first, length]) => this.items.slice(first, first + length)).map((item) => item?.id);
    this.items = applied(this.items, steps);
    [this.version, this.months] = [version, steps.months ?? null];
    if (this.items.length !== steps.count) return this.reopen(0);
    this.tell('change', { ...steps, gone });
  }
}

// A list after the steps of a change, in the order and the index spaces of PHFetchResultChangeDetails.
export function applied(before, { removed, inserted, changed, moves, insertedItems, changedItems }) {
  let items = without(before, removed);
  items = withInserted(items, inserted, insertedItems);
  let next = 0;
  for (const [start, length] of changed) {
    for (let index = start; index < start + length; index += 1) items[index] = changedItems?.[next++];
  }
  if (!moves.length) return items;
  const moved = new Set(moves.map(([from]) => from));
  const places = new Map(moves.map(([from, to]) => [to, from]));
  const after = new Array(items.length);
  let rest = 0;
  for (let index = 0; index < after.length; index += 1) {
    if (places.has(index)) { after[index] = items[places.get(index)]; continue; }
    while (moved.has(rest)) rest += 1;
    after[index] = items[rest++];
  }
  return after;
}

function without(items, runs) {
  if (!runs.length) return items.slice();
  const kept = [];
  let start = 0;
  for (const [first, length] of [...runs, [items.length, 0]]) {
    for (let index = start; index < first; index += 1) kept.push(items[index]);
    start = first + length;
  }
  return kept;
}

function withInserted(items, runs, inserted) {
  if (!runs.length) return items;
  const all = [];
  let [next, rest] = [0, 0];
  for (const [first, length] of runs) {
    while (all.length < first) all.push(items[rest++]);
    for (let count = 0; count < length; count += 1) all.push(inserted?.[next++]);
  }
  while (rest < items.length) all.push(items[rest++]);
  return all;
}
