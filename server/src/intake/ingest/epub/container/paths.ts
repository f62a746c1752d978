/** References between the files of a book: how they are resolved and written. */

/** A resolved reference. */
export type Reference =
  /** A file of the book; `path` is the decoded name in the archive. */
  | { kind: 'inside'; path: string; fragment: string | null }
  /** An absolute URL with a scheme in lower case. */
  | { kind: 'outside'; scheme: string; url: string }
  /** A URL that must not be followed: without scheme but with a host, or malformed. */
  | { kind: 'none' };

const none: Reference = { kind: 'none' };

/** @param from path of the file with the reference; a fragment alone refers to that file */
export function resolveReference(from: string, reference: string): Reference {
  // Browsers ignore these characters everywhere and treat \ as /, so a guard has to do the same.
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
  // A leading slash is the root of the book (EPUB 3.3).
  const segments = address.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of address.split('/')) {
    const segment = decodeSegment(part);
    if (segment === null) return none;
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    // The root is its own parent, as in URLs; names are only looked up in the archive.
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
    // A literal % that is not an escape.
    return part;
  }
}

/** Encodes a path as a URL relative to the root of the book. */
export const encodePath = (path: string) => path.split('/').map(encodeSegment).join('/');

const encodeSegment = (segment: string) =>
  encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );

/** The relative URL of `to` from `from`. */
export function relativeAddress(from: string, to: string, fragment: string | null = null): string {
  const hash = fragment === null ? '' : `#${encodeFragment(fragment)}`;
  if (from === to && fragment !== null) return hash;
  const base = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared++;
  return [...base.slice(shared).map(() => '..'), ...target.slice(shared).map(encodeSegment)].join('/') + hash;
}

/** Left as written, except for characters that would end an attribute or URL. */
const encodeFragment = (fragment: string) =>
  fragment.toWellFormed().replace(/[\s"'<>\\`]/g, encodeURIComponent);

/** The extension in lower case, without dot. */
export const extensionOf = (path: string) => /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
