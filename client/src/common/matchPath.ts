/**
 * Parameters of a path that a pattern such as '/read/:bookId' matches; null when it does not. A slash at the end
 * counts for nothing.
 */
export function matchPath(pattern: string, pathname: string): Readonly<Record<string, string>> | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = decoded(value);
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

/** Whether there is an address that matches both patterns. */
export const patternsOverlap = (one: string, other: string): boolean =>
  segmentsOverlap(segmentsOf(one), segmentsOf(other));

/** The same of patterns that are in their segments already, for many comparisons. */
export const segmentsOverlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((segment, at) => isEither(segment, other[at] ?? ''));

const isEither = (one: string, other: string) =>
  one === other || one[0] === ':' || other[0] === ':' || one.toLowerCase() === other.toLowerCase();

export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
