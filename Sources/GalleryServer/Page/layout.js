// Where photos stand: months with a heading each, in rows of equal tiles.

export const HEADING = 36;
const GAP = 3;

export class Layout {
  // months: [{month, count}], or null for a list without; count: how many photos.
  constructor(months, count, width) {
    const wanted = width < 500 ? 110 : 160;
    this.columns = Math.max(3, Math.round(width / wanted));
    this.side = (width - GAP * (this.columns - 1)) / this.columns;
    this.row = this.side + GAP;
    this.count = count;
    const sections = months ?? (count ? [{ month: null, count }] : []);
    let top = 0, first = 0;
    this.sections = sections.map(({ month, count }) => {
      const heading = month === null ? 0 : HEADING;
      const section = { month, count, top, first, heading };
      top += heading + Math.ceil(count / this.columns) * this.row;
      first += count;
      return section;
    });
    this.height = top;
  }

  // The last section that begins at or before a value of `key`.
  section(key, value) {
    let low = 0, high = this.sections.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.sections[middle][key] <= value) low = middle; else high = middle - 1;
    }
    return this.sections[low];
  }

  place(index) {
    const section = this.section('first', index);
    const within = index - section.first;
    return {
      x: (within % this.columns) * this.row,
      y: section.top + section.heading + Math.floor(within / this.columns) * this.row,
    };
  }

  // The positions that are seen between two heights: [first, end).
  range(top, bottom) {
    if (!this.count) return [0, 0];
    return [this.index(top, false), Math.min(this.count, this.index(bottom, true))];
  }

  index(y, isEnd) {
    const section = this.section('top', Math.max(0, y));
    const row = Math.floor((y - section.top - section.heading) / this.row) + (isEnd ? 1 : 0);
    return section.first + Math.min(section.count, Math.max(0, row * this.columns));
  }

  // The sections whose headings are seen between two heights.
  headings(top, bottom) {
    return this.sections.filter((s) => s.heading && s.top + HEADING >= top && s.top <= bottom);
  }
}
