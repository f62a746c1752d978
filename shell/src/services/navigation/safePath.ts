/**
 * Validates where to go after sign-in: only a path of this origin [AA-15].
 * @param next untrusted value of the query parameter
 * @returns path, query and hash, or null
 */
export function safePath(next: string | null | undefined, origin: string): string | null {
  if (!next?.startsWith('/')) return null;
  // Browsers read a backslash as a slash and drop tabs and line breaks; our paths contain none of them.
  if ([...next].some((character) => character === '\\' || character <= ' ')) return null;
  try {
    const url = new URL(next, origin);
    const path = url.pathname + url.search + url.hash;
    return url.origin === new URL(origin).origin && !path.startsWith('//') ? path : null;
  } catch {
    return null;
  }
}
