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
export function patternsOverlap(one: string, other: string): boolean {
  const [a, b] = [segmentsOf(one), segmentsOf(other)];
  return (
    a.length === b.length &&
    a.every((part, at) => {
      const against = b[at] ?? '';
      return part.startsWith(':') || against.startsWith(':') || part.toLowerCase() === against.toLowerCase();
    })
  );
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
