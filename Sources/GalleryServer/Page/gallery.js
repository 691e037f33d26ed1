// Puts the page together: where one is stands behind the # of the address.

import { Edits } from './edits.js';
import { Grid } from './grid.js';
import { PhotoList } from './list.js';
import { Sidebar } from './sidebar.js';
import { Viewer } from './viewer.js';

const find = (id) => document.getElementById(id);
const [title, count, text, mistake, line] = ['title', 'count', 'text', 'mistake', 'line'].map(find);
const sidebar = new Sidebar(find('sidebar'));
const edits = new Edits(() => sidebar.here, () => grid.select(null));
const viewer = new Viewer(find('viewer'), (index) => grid.reveal(index ?? 0, true), (item) => edits.buttons([item]));
const grid = new Grid(
  { photos: find('photos'), canvas: find('canvas'), scrubber: find('scrubber'), month: find('month') },
  (index) => viewer.show(list, index),
  (items) => tellSelection(items),
);
let list = null;

function place() {
  const [kind, value = ''] = location.hash.replace(/^#\//, '').split('/');
  const decoded = () => { try { return decodeURIComponent(value); } catch { return value; } };
  return kind === 'album' ? { of: value } : kind === 'burst' ? { burst: value } : kind === 'search' ? { search: decoded() } : {};
}

async function go() {
  const query = place();
  const next = new PhotoList(query);
  list?.close();
  list = next;
  document.body.dataset.state = 'loading';
  find('sidebar').classList.remove('open');
  text.value = query.search ?? '';
  mistake.textContent = '';
  title.textContent = query.search ? 'Search' : sidebar.mark() ?? (query.of ? 'Album' : query.burst ? 'Burst' : 'All photos');
  find('album').replaceChildren(...edits.albumButtons());
  grid.setList(next);
  for (const type of ['reload', 'change']) next.addEventListener(type, () => { tellCount(next); viewer.changed(); });
  for (const type of ['library', 'reload']) next.addEventListener(type, () => refreshSidebar());
  next.addEventListener('line', ({ detail }) => {
    line.hidden = detail.isThere;
    line.textContent = detail.isThere ? '' : 'The server does not answer; trying again.';
  });
  try {
    await next.open();
  } catch (error) {
    tellMistake(error, query);
    if (!query.search) next.reopen(1000);
  }
}

function tellCount(of) {
  if (of !== list) return;
  count.textContent = `${of.count.toLocaleString()} ${of.count === 1 ? 'photo' : 'photos'}`;
  document.body.dataset.state = 'there';
  document.body.dataset.version = of.version;
}

function tellSelection(items) {
  const actions = find('actions');
  actions.hidden = !items.length;
  if (!items.length) return;
  const none = Object.assign(document.createElement('button'), { type: 'button', textContent: '✕', onclick: () => grid.select(null) });
  none.setAttribute('aria-label', 'Select nothing');
  actions.replaceChildren(none, `${items.length} selected`, ...edits.buttons(items));
}

function tellMistake(error, query) {
  const pointer = error.position == null || !query.search ? '' : `\n${query.search}\n${' '.repeat(error.position)}^`;
  mistake.textContent = (error.message || 'The server does not answer; trying again.') + pointer;
  count.textContent = '';
  document.body.dataset.state = 'mistake';
}

let refreshing = null;
function refreshSidebar() {
  refreshing ??= setTimeout(() => { refreshing = null; showSidebar(); }, 1000);
}

async function showSidebar() {
  try {
    const open = [...find('sidebar').querySelectorAll('details[open] > summary')].map((summary) => summary.textContent);
    const library = await sidebar.show();
    [edits.isAllowed, grid.isSelectable] = [library.isEditable, library.isEditable];
    for (const details of find('sidebar').querySelectorAll('details')) {
      if (open.includes(details.firstChild.textContent)) details.open = true;
    }
    find('keys').replaceChildren(...library.keys.map((key) => Object.assign(document.createElement('option'), { value: key })));
    if (library.unavailable) mistake.textContent = library.unavailable;
    const name = sidebar.mark();
    if (name) title.textContent = name;
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
find('skip').addEventListener('click', (event) => { event.preventDefault(); grid.reveal(grid.focus, true); });
addEventListener('hashchange', () => { find('viewer').close(); go(); });

// What a test and a curious person may look at.
window.heliograph = { get list() { return list; }, grid };
showSidebar();
go();
