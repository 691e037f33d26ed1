// Which photos of a grid are selected: by keys and clicks, by a finger that stays, or one after another.

export class Selection {
  // changed: called with the items that are selected; shown: called when the grid has to mark its tiles.
  constructor(changed, shown) {
    Object.assign(this, { changed, shown, items: new Map(), isAllowed: false, isOpen: false });
  }

  get isEmpty() { return !this.items.size; }

  // Whether a click selects, and does not open.
  get isUnderWay() { return this.isAllowed && (this.isOpen || !this.isEmpty); }

  has(id) { return this.items.has(id); }

  // Selects some items besides, or takes them out if they were.
  toggle(items) {
    for (const item of items) if (!this.items.delete(item.id)) this.items.set(item.id, item);
    this.tell();
  }

  clear() {
    this.items.clear();
    this.isOpen = false;
    this.tell();
  }

  // Begins to select where there is no key to hold, or ends that.
  open() {
    const isOpen = !this.isUnderWay;
    this.clear();
    this.isOpen = isOpen;
    this.tell();
  }

  // Takes out what is not there any more.
  forget(ids) {
    const before = this.items.size;
    for (const id of ids) this.items.delete(id);
    if (this.items.size !== before) this.tell();
  }

  // A click on an item; returns whether it was for the selection. between: brings the items from where one was before.
  click(event, item, between) {
    const wasHeld = this.isHeld;
    this.isHeld = false;
    if (wasHeld) return true;
    if (!this.isAllowed || !(event.ctrlKey || event.metaKey || event.shiftKey || this.isUnderWay)) return false;
    if (!event.shiftKey) this.toggle([item]);
    else between().then((items) => this.toggle(items.filter(({ id }) => !this.has(id))), () => {});
    return true;
  }

  // A finger that stays selects.
  press(event, item) {
    this.isHeld = false;
    if (!this.isAllowed || event.pointerType !== 'touch') return;
    const held = setTimeout(() => {
      this.isHeld = true;
      if (!this.has(item.id)) this.toggle([item]);
    }, 500);
    // A finger that scrolls ends without a click.
    const end = ({ type }) => { clearTimeout(held); if (type === 'pointercancel') this.isHeld = false; };
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { once: true });
  }

  tell() {
    this.shown();
    this.changed([...this.items.values()]);
  }
}
