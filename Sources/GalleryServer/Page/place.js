// Where one is, as it stands behind the # of the address: a list, and perhaps one photo of it.

const HASH = /^#\/(?:(album|burst|search)\/([^/]*))?(?:\/?photo\/([^/]+))?$/;

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

// list: the address of the list alone; query: what the server is asked for; photo: an identifier, or null.
export function place() {
  const [, kind, value = '', photo = null] = HASH.exec(location.hash) ?? [];
  const query = { album: { of: value }, burst: { burst: decoded(value) }, search: { search: decoded(value) } }[kind] ?? {};
  return { list: kind ? `#/${kind}/${value}` : '#/', query, photo };
}

export const photoAddress = (list, id) => `${list === '#/' ? '#' : list}/photo/${id}`;
