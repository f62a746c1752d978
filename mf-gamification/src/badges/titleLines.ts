/** Characters that fit on a line of a badge. */
const lineLength = 16;

/** A title on one line, or on two of about the same length. */
export function titleLines(title: string): string[] {
  if (title.length <= lineLength) return [title];
  const words = title.split(' ');
  const splits = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
  return splits.sort((a, b) => longest(a) - longest(b))[0] ?? [title];
}
