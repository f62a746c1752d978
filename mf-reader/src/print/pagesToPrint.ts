import { findPage } from '../engine/findPage.ts';

/**
 * The one-based pages that a reader means by "1-3, 7, xii", in order.
 * @param labels names of the pages as they are printed
 * @returns null when one of them is not there
 */
export function pagesToPrint(
  typed: string,
  totalPages: number,
  labels: readonly string[] | null,
): number[] | null {
  const pages = new Set<number>();
  const find = (text: string) => findPage(text, totalPages, labels);
  for (const part of typed.split(/[,;،、]/u).filter((one) => one.trim() !== '')) {
    // A label may have a hyphen of its own ("A-3").
    const alone = find(part);
    const [from, to] = part.split(/[-–—]/u);
    const [first, last] = alone === null ? [find(from ?? ''), find(to ?? '')] : [alone, alone];
    if (first === null || last === null) return null;
    for (let page = Math.min(first, last); page <= Math.max(first, last); page++) pages.add(page);
  }
  return pages.size === 0 ? null : [...pages].sort((a, b) => a - b);
}
