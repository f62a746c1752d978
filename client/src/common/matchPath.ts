import { decodeUri } from '@lectern/shared-contracts/domain/decodeUri.ts';

/**
 * Parameters of a path that matches a pattern such as '/read/:bookId'; null when it does not. A trailing slash
 * is ignored.
 */
export function matchPath(pattern: string, pathname: string): Readonly<Record<string, string>> | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeUri(value);
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

/** Whether some path matches both patterns. */
export const patternsOverlap = (a: string, b: string): boolean =>
  segmentsOverlap(segmentsOf(a), segmentsOf(b));

/** The same for patterns already split into segments, for many comparisons. */
export const segmentsOverlap = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((segment, at) => isEither(segment, b[at] ?? ''));

const isEither = (a: string, b: string) =>
  a === b || a[0] === ':' || b[0] === ':' || a.toLowerCase() === b.toLowerCase();

export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
