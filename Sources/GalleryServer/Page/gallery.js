// Puts the page together: where one is stands behind the # of the address.

import { Edits } from './edits.js';
import { element } from './element.js';
import { Grid } from './grid.js';
import { showHelp } from './help.js';
import { PhotoList } from './list.js';
import { photoAddress, place } from './place.js';
import { Sidebar } from './sidebar.js';
import { Viewer } from './viewer.js';

const find = (id) => document.getElementById(id);
const [title, count, text, mistake, line] = ['title', 'count', 'text', 'mistake', 'line'].map(find);
const sidebar = new Sidebar(find('sidebar'), () => edits.makeAlbum());
const edits = new Edits(() => sidebar.here, () => grid.selection.clear());
const viewer = new Viewer(find('viewer'), {
  shown: (item) => {
    history.replaceState(history.state, '', photoAddress(place().list, item.id));
    tellTab(item.name);
  },
  closed: (index) => leavePhoto(index),
  left: (item) => edits.mention(`${item.name} is not in this list any more.`),
  edits: (item) => edits.buttons([item]),
});
const grid = new Grid(
  { photos: find('photos'), canvas: find('canvas'), scrubber: find('scrubber'), month: find('month') },
  (index) => enterPhoto(index),
  (items) => tellSelection(items),
);
// list: the one that is shown; shown: its address.
let [list, shown] = [null, null];

// A photo has an entry of its own in the history, so that going back leads to the list.
function enterPhoto(index) {
  const item = list.items[index];
  if (item) history.pushState({ isEntered: true }, '', photoAddress(place().list, item.id));
  viewer.show(list, index);
}

function leavePhoto(index) {
  tellTab(title.textContent);
  if (place().list === shown) grid.reveal(Math.min(index ?? 0, Math.max(0, list.count - 1)), true);
  if (!place().photo) return;
  if (history.state?.isEntered) history.back(); else history.replaceState(null, '', place().list);
}

// Shows the photo that the address names, or none.
async function followPhoto() {
  const { photo } = place();
  if (!photo) { find('viewer').close(); return; }
  if (viewer.isOpen && viewer.id === photo) return;
  const of = list;
  const index = await of.find(photo).catch(() => -1);
  if (of !== list || place().photo !== photo) return;
  if (index >= 0) { viewer.show(list, index); return; }
  history.replaceState(null, '', place().list);
  edits.say('That photo is not in this list any more.');
}

async function go() {
  const { query, list: address } = place();
  const next = new PhotoList(query);
  list?.close();
  [list, shown] = [next, address];
  document.body.dataset.state = 'loading';
  find('sidebar').classList.remove('open');
  text.value = query.search ?? '';
  mistake.textContent = '';
  tellTitle(query.search ? `Search: ${query.search}` : sidebar.mark() ?? (query.of ? 'Album' : query.burst ? 'Burst' : 'All photos'));
  find('album').replaceChildren(...edits.albumButtons());
  grid.setList(next);
  for (const type of ['reload', 'change']) next.addEventListener(type, () => { tellCount(next); viewer.changed(); });
  for (const type of ['library', 'reload']) next.addEventListener(type, () => refreshSidebar());
  next.addEventListener('gone', () => tellMistake(new Error('This album is not there any more.'), query));
  next.addEventListener('line', ({ detail }) => {
    line.hidden = detail.isThere;
    line.textContent = detail.isThere ? '' : 'The server does not answer; trying again.';
  });
  try {
    await next.open();
    if (next === list) followPhoto();
  } catch (error) {
    tellMistake(error, query);
    if (!error.isFinal) next.reopen(1000);
  }
}

function tellTitle(text) {
  title.textContent = text;
  if (!viewer.isOpen) tellTab(text);
}

function tellTab(text) { document.title = `${text} – Heliograph`; }

function tellCount(of) {
  if (of !== list) return;
  document.body.toggleAttribute('data-empty', !of.count);
  if (document.body.dataset.state === 'mistake') mistake.textContent = '';
  count.textContent = `${of.count.toLocaleString()} ${of.count === 1 ? 'photo' : 'photos'}`;
  document.body.dataset.state = 'there';
  document.body.dataset.version = of.version;
}

function tellSelection(items) {
  const actions = find('actions');
  actions.hidden = !grid.selection.isUnderWay;
  find('choose').classList.toggle('chosen', !actions.hidden);
  find('choose').textContent = actions.hidden ? 'Select' : 'Done';
  const none = element('button', { type: 'button', textContent: '✕', onclick: () => grid.selection.clear() });
  none.setAttribute('aria-label', 'Select nothing');
  actions.replaceChildren(none, items.length ? `${items.length} selected` : 'Choose photos', ...edits.buttons(items));
}

function tellMistake(error, query) {
  const pointer = error.position == null || !query.search ? '' : `\n${query.search}\n${' '.repeat(error.position)}^`;
  // What the browser says of a server that is away means nothing to anybody.
  const message = error instanceof TypeError ? '' : error.message;
  mistake.textContent = (message || 'The server does not answer; trying again.') + pointer;
  count.textContent = '';
  document.body.dataset.state = 'mistake';
  document.body.toggleAttribute('data-empty', true);
}

// keys: what conditions can name; valueNames: the names of values, by key.
let [refreshing, conditions] = [null, { keys: [], valueNames: {} }];
function refreshSidebar() {
  refreshing ??= setTimeout(() => { refreshing = null; showSidebar(); }, 1000);
}

async function showSidebar() {
  try {
    const open = [...find('sidebar').querySelectorAll('details[open] > summary')].map((summary) => summary.textContent);
    const focused = document.activeElement?.closest('#sidebar a')?.getAttribute('href');
    const library = await sidebar.show();
    if (focused) [...find('sidebar').querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)?.focus({ preventScroll: true });
    [edits.isAllowed, grid.selection.isAllowed] = [library.isEditable, library.isEditable];
    find('choose').hidden = !library.isEditable;
    for (const details of find('sidebar').querySelectorAll('details')) {
      if (open.includes(details.firstChild.textContent)) details.open = true;
    }
    conditions = library;
    find('keys').replaceChildren(...library.keys.map((key) => element('option', { value: key })));
    find('unavailable').textContent = library.unavailable ?? '';
    const name = sidebar.mark();
    if (name) tellTitle(name);
    find('album').replaceChildren(...edits.albumButtons());
  } catch { /* The list says that the server does not answer. */ }
}

// Completes the word at the end, where the predicate language has keys.
text.addEventListener('input', () => {
  const before = text.value.replace(/\w*$/, '');
  for (const option of find('keys').options) option.value = before + option.value.replace(/^.*?(\w*)$/, '$1');
});
find('search').addEventListener('submit', (event) => {
  event.preventDefault();
  const wanted = text.value.trim();
  location.hash = wanted ? `#/search/${encodeURIComponent(wanted)}` : '#/';
});
find('menu').addEventListener('click', () => {
  const isOpen = find('sidebar').classList.toggle('open');
  find('menu').setAttribute('aria-expanded', String(isOpen));
});
find('help').addEventListener('click', () => showHelp(find('chooser'), conditions));
find('skip').addEventListener('click', (event) => { event.preventDefault(); grid.reveal(grid.focus, true); });
find('choose').addEventListener('click', () => grid.selection.open());
let hiding = null;
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(() => list.pause(), 10000); else list.resume();
});
// A page that a browser keeps for going back would keep one of its few lines to the server, too.
addEventListener('pagehide', () => list.pause());
addEventListener('pageshow', () => list?.resume());
addEventListener('hashchange', () => {
  if (place().list === shown) { followPhoto(); return; }
  find('viewer').close();
  go();
});

// What a test and a curious person may look at.
window.heliograph = { get list() { return list; }, get shown() { return shown; }, grid };
showSidebar();
go();
