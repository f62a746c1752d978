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
    if (segment.startsWith(':')) params[segment.slice(1)] = decoded(value);
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

/** Whether some path matches both patterns. */
export const patternsOverlap = (one: string, other: string): boolean =>
  segmentsOverlap(segmentsOf(one), segmentsOf(other));

/** The same for patterns already split into segments, for many comparisons. */
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
