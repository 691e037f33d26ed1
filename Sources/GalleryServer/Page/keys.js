// Where the keys of a list of choices lead.

// focus: the position one is at; columns: how many are in a row; rows: how many rows are seen. Null for other keys.
export function target(event, { focus, columns, rows, count }) {
  const page = columns * Math.max(1, rows);
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -page, PageDown: page,
    Home: -Infinity, End: Infinity };
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return null;
  return Math.max(0, Math.min(count - 1, focus + step));
}
