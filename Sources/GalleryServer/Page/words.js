// What is said of photos, for eyes and screen readers.

const SUBTYPES = [
  [1 << 0, 'panorama'], [1 << 1, 'HDR'], [1 << 2, 'screenshot'], [1 << 3, 'Live Photo'], [1 << 4, 'depth effect'],
  [1 << 6, 'animated'], [1 << 10, 'spatial'], [1 << 16, 'streamed'], [1 << 17, 'slow motion'], [1 << 18, 'time-lapse'],
  [1 << 19, 'screen recording'], [1 << 21, 'cinematic'],
];

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
const month = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'long', timeZone: 'UTC' });

export const isFilm = (item) => item.duration !== undefined;
export const isLive = (item) => (item.subtypes & 8) !== 0 && !isFilm(item);
export const kinds = (item) => SUBTYPES.filter(([bit]) => item.subtypes & bit).map(([, name]) => name);
export const momentText = (milliseconds) => moment.format(milliseconds);
// As the clock of the camera had it: offset: minutes by which that was before UTC.
export const dateText = (milliseconds, offset) => day.format(milliseconds + (offset ?? 0) * 60000);

export function zoneText(offset) {
  if (offset == null) return '';
  const parts = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) => String(part).padStart(2, '0'));
  return ` (UTC${offset < 0 ? '−' : '+'}${parts.join(':')})`;
}

export function monthName(name) {
  const [year, number] = name.split('-').map(Number);
  return month.format(Date.UTC(year, number - 1, 1));
}

export function lengthText(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
}

export function badge(item) {
  if (isFilm(item)) return lengthText(item.duration);
  if (item.burst) return 'burst';
  return isLive(item) ? 'live' : '';
}

export function describe(item) {
  const parts = [item.name, dateText(item.date, item.offset), isFilm(item) ? `film, ${lengthText(item.duration)}` : 'photo', ...kinds(item)];
  if (item.burst) parts.push('burst');
  if (item.isFavorite) parts.push('favorite');
  return parts.join(', ');
}

export function sizeText(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit ? value.toFixed(1) : value} ${units[unit]}`;
}
