// Pictures of tiles on their way. A browser has six connections to a server: some are left to lists and photos, for a
// picture that has to be made first may take seconds.

const MOST = 4;

export class Pictures {
  // distance: how far a tile is from what one looks at; the nearest come first.
  constructor(distance) {
    Object.assign(this, { distance, waiting: new Map(), loading: new Set() });
  }

  get isIdle() { return !this.waiting.size && !this.loading.size; }

  load(tile, image, address) {
    this.waiting.set(image, { tile, address });
    this.begin();
  }

  // Lets others go first where a tile is not seen any more.
  forget(tile) {
    for (const [image, asked] of this.waiting) if (asked.tile === tile) this.waiting.delete(image);
    for (const image of tile.querySelectorAll('img')) {
      if (this.loading.delete(image)) image.removeAttribute('src');
    }
    this.begin();
  }

  // Once all that is drawn together has asked.
  begin() {
    if (this.isBeginning) return;
    this.isBeginning = true;
    queueMicrotask(() => {
      this.isBeginning = false;
      while (this.loading.size < MOST && this.waiting.size) this.start();
    });
  }

  start() {
    let [nearest, least] = [null, Infinity];
    for (const [image, { tile }] of this.waiting) {
      const distance = this.distance(tile);
      if (nearest === null || distance < least) [nearest, least] = [image, distance];
    }
    const { address } = this.waiting.get(nearest);
    this.waiting.delete(nearest);
    this.loading.add(nearest);
    const end = () => { if (this.loading.delete(nearest)) this.begin(); };
    for (const type of ['load', 'error']) nearest.addEventListener(type, end, { once: true });
    nearest.src = address;
  }
}
