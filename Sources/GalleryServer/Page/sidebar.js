// Albums, folders, smart albums and moments.

import { element } from './element.js';
import { place } from './place.js';

// PHAssetCollectionSubtype.smartAlbumUserLibrary, which is what stands at the top.
const USER_LIBRARY = 209;

const button = (text, action) => element('button', { type: 'button', textContent: text, onclick: action });
const logOut = () => fetch('/logout', { method: 'POST' }).finally(() => location.replace('/login.html'));
// Albums that somebody made, before those that are folders on disk.
const ownFirst = (albums) => albums.toSorted((one, other) => other.isOwn - one.isOwn);

export class Sidebar {
  // make: called to make an album.
  constructor(element, make) {
    Object.assign(this, { element, make, known: new Map() });
  }

  async show() {
    const answer = await fetch('/api/library');
    if (answer.status === 401) location.replace('/login.html');
    if (!answer.ok) throw new Error((await answer.json()).error);
    const library = await answer.json();
    const all = { id: '', title: 'All photos', kind: 'album' };
    this.element.replaceChildren(
      this.entries([all]),
      this.heading('Smart albums'), this.entries(library.smartAlbums.filter((album) => album.count !== 0 && album.subtype !== USER_LIBRARY)),
      this.heading('Albums'), this.entries(ownFirst(library.albums)), ...(library.isEditable ? [button('New album…', () => this.make())] : []),
      this.moments(), ...(library.hasPassword ? [button('Log out', logOut)] : []),
    );
    this.mark();
    return library;
  }

  heading(text) {
    const heading = document.createElement('h2');
    heading.textContent = text;
    return heading;
  }

  entries(collections) {
    const list = document.createElement('ul');
    for (const collection of collections) {
      const entry = document.createElement('li');
      entry.append(collection.kind === 'folder' ? this.folder(collection) : this.link(collection));
      list.append(entry);
    }
    return list;
  }

  // The collection that is shown, as the server describes it; null for all photos and what is searched for.
  get here() { return this.known.get(place().query.of) ?? null; }

  link(collection) {
    const { id, title, count, date } = collection;
    this.known.set(id, collection);
    const link = document.createElement('a');
    link.href = id ? `#/album/${id}` : '#/';
    const [name, number] = [document.createElement('span'), document.createElement('span')];
    name.textContent = title || (date ? new Date(date).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' }) : 'Untitled');
    number.textContent = count ?? '';
    link.append(name, number);
    link.dataset.title = name.textContent;
    return link;
  }

  lazily(title, load) {
    const [details, summary] = [document.createElement('details'), document.createElement('summary')];
    summary.textContent = title;
    details.append(summary);
    details.addEventListener('toggle', async () => {
      if (!details.open || details.childElementCount > 1) return;
      const answer = await fetch(load());
      if (answer.ok) details.append(this.entries(await answer.json()));
      this.mark();
    });
    return details;
  }

  folder({ id, title }) { return this.lazily(title, () => `/api/collections?of=${id}`); }

  moments() { return this.lazily('Moments', () => '/api/collections?of=moments&from=0&count=500'); }

  // Marks where one is; returns its title.
  mark() {
    let title = null;
    for (const link of this.element.querySelectorAll('a')) {
      const isHere = link.getAttribute('href') === place().list;
      if (isHere) { link.setAttribute('aria-current', 'page'); title = link.dataset.title; } else link.removeAttribute('aria-current');
    }
    return title;
  }
}
