/** How far apart two spellings are, and how much of it is a slip of the finger. */

/** Number of typos tolerated in a word of this length: none in short ones. */
export function maxTypos(letters: number): 0 | 1 | 2 {
  if (letters < 4) return 0;
  return letters < 8 ? 1 : 2;
}

/** Edit distance with transpositions (optimal string alignment). Stops above `most` and returns `most + 1`. */
export function editDistance(word: string, other: string, most = 2): number {
  const [a, b] = [[...word], [...other]];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    if (Math.min(...current) > most) return most + 1;
    [before, above] = [above, current];
  }
  return Math.min(above[b.length] ?? 0, most + 1);
}

/** The words nearest to a mistyped one, within its tolerance: nearest first, at most `count`. */
export function nearest(word: string, among: Iterable<string>, count: number): string[] {
  const most = maxTypos([...word].length);
  if (most === 0) return [];
  const candidates: { word: string; distance: number }[] = [];
  for (const candidate of among) {
    const distance = editDistance(word, candidate, most);
    if (distance > 0 && distance <= most) candidates.push({ word: candidate, distance });
  }
  return candidates
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map((candidate) => candidate.word);
}
