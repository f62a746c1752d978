/**
 * The one-based page that a reader means: the one with this label ('xii'), else the one with this number.
 * @param labels names of the pages as they are printed
 * @returns null when there is no such page
 */
export function findPage(typed: string, totalPages: number, labels: readonly string[] | null): number | null {
  const wanted = comparable(typed);
  if (wanted === '') return null;
  const labeled = labels?.findIndex((label) => comparable(label) === wanted) ?? -1;
  if (labeled >= 0) return labeled + 1;
  const number = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  return number >= 1 && number <= totalPages ? number : null;
}

/** Full-width and other digits become plain ones, and capitals small letters. */
const comparable = (text: string) => text.normalize('NFKC').trim().toLowerCase();
