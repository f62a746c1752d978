/**
 * Where to go after sign-in: only a path of this origin is followed [AA-15].
 * @param next what the address said; anything could stand there.
 * @returns path, query and hash, or null.
 */
export function safePath(next: string | null | undefined, origin: string): string | null {
  if (!next?.startsWith('/')) return null;
  // Browsers read a backslash as a slash, and drop tabs and line breaks: none of them is in a path of ours.
  if ([...next].some((character) => character === '\\' || character <= ' ')) return null;
  try {
    const url = new URL(next, origin);
    const path = url.pathname + url.search + url.hash;
    return url.origin === new URL(origin).origin && !path.startsWith('//') ? path : null;
  } catch {
    return null;
  }
}
