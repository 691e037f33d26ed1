// A picture made larger by a wheel, two fingers, two clicks or keys, and moved while it is large.

const MOST = 12;

export class Zoom {
  // stage: the element around the picture.
  constructor(stage) {
    Object.assign(this, { stage, fingers: new Map() });
    this.reset();
    stage.addEventListener('dblclick', (event) => this.to(this.scale > 1 ? 1 : 2.5, this.at(event)));
    stage.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.to(this.scale * Math.exp(-event.deltaY / 400), this.at(event));
    }, { passive: false });
    stage.addEventListener('pointerdown', (event) => this.down(event));
    stage.addEventListener('pointermove', (event) => this.move(event));
    for (const type of ['pointerup', 'pointercancel']) stage.addEventListener(type, (event) => this.fingers.delete(event.pointerId));
  }

  get image() { return this.stage.querySelector('img'); }

  get isLarge() { return this.scale > 1; }

  // Whether two fingers are on it, so that neither means anything else.
  get isPinched() { return this.fingers.size > 1; }

  reset() { [this.scale, this.x, this.y] = [1, 0, 0]; }

  // Where something is, from the middle of the stage.
  at({ clientX, clientY }) {
    const box = this.stage.getBoundingClientRect();
    return [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
  }

  // Makes it as large as said, with what is at a point staying there.
  to(scale, [x, y] = [0, 0]) {
    if (!this.image) return;
    const next = Math.max(1, Math.min(scale, MOST));
    [this.x, this.y] = next === 1 ? [0, 0]
      : [x - ((x - this.x) * next) / this.scale, y - ((y - this.y) * next) / this.scale];
    this.scale = next;
    this.show();
  }

  show() { this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`; }

  down(event) {
    if (!this.image) return;
    this.fingers.set(event.pointerId, this.at(event));
    if (this.isLarge || this.isPinched) this.stage.setPointerCapture(event.pointerId);
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.image) return;
    const now = this.at(event);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    if (other) {
      const apart = ([x, y]) => Math.max(1, Math.hypot(x - other[0], y - other[1]));
      this.to(this.scale * apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    } else if (this.isLarge) {
      [this.x, this.y] = [this.x + now[0] - before[0], this.y + now[1] - before[1]];
      this.show();
    }
  }
}
