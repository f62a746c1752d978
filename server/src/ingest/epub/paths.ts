/** Addresses inside a book: what a reference in one of its files leads to, and how to write one. */

export type Reference =
  /** A file of the book; `path` is a name in its archive, decoded. */
  | { kind: 'inside'; path: string; fragment: string | null }
  /** An absolute address with a scheme, lower-cased here. */
  | { kind: 'outside'; scheme: string; url: string }
  /** Nothing that can be followed: names a host without scheme, is malformed. */
  | { kind: 'none' };

const none: Reference = { kind: 'none' };

/** @param from path of the file that holds the reference; a reference of only a fragment leads to it. */
export function resolveReference(from: string, reference: string): Reference {
  // Browsers drop these wherever they stand, and take \ for /: so must whoever guards them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
  const cleaned = reference.replace(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(cleaned)?.[1];
  if (scheme !== undefined) return { kind: 'outside', scheme: scheme.toLowerCase(), url: cleaned };
  const hash = cleaned.indexOf('#');
  const fragment = hash === -1 ? null : cleaned.slice(hash + 1);
  const address =
    (hash === -1 ? cleaned : cleaned.slice(0, hash)).split('?', 1)[0]?.replaceAll('\\', '/') ?? '';
  if (address.startsWith('//')) return none;
  if (address === '') return { kind: 'inside', path: from, fragment };
  // A leading slash means the root of the book, as EPUB 3.3 has it.
  const segments = address.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of address.split('/')) {
    const segment = decodeSegment(part);
    if (segment === null) return none;
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    // The root is its own parent, as in every address: names are looked up in the archive only.
    else segments.pop();
  }
  return segments.length === 0 ? none : { kind: 'inside', path: segments.join('/'), fragment };
}

function decodeSegment(part: string): string | null {
  try {
    const segment = decodeURIComponent(part);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name of a file has them
    return /[/\\\u0000-\u001f]/.test(segment) ? null : segment;
  } catch {
    // A stray % that stands for itself.
    return part;
  }
}

/** A path as an address below the root of the book. */
export const encodePath = (path: string) => path.split('/').map(encodeSegment).join('/');

const encodeSegment = (segment: string) =>
  encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );

/** The address of `to` as written in `from`, relative. */
export function relativeAddress(from: string, to: string, fragment: string | null = null): string {
  const hash = fragment === null ? '' : `#${encodeFragment(fragment)}`;
  if (from === to && fragment !== null) return hash;
  const base = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared++;
  return [...base.slice(shared).map(() => '..'), ...target.slice(shared).map(encodeSegment)].join('/') + hash;
}

/** Left as written, but for what would end an attribute or an address. */
const encodeFragment = (fragment: string) =>
  fragment.toWellFormed().replace(/[\s"'<>\\`]/g, encodeURIComponent);

/** The last segment's extension, lower case, without dot. */
export const extensionOf = (path: string) => /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
