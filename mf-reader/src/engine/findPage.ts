/**
 * The one-based page for an entered label ('xii'), else number.
 * @param labels page labels
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

/** Normalizes full-width and other digits, and case. */
const comparable = (text: string) => text.normalize('NFKC').trim().toLowerCase();
