import { findPage } from '../engine/findPage.ts';

/**
 * Parses a page selection such as "1-3, 7, xii" to one-based pages, in order.
 * @param labels page labels
 * @returns null when a page does not exist
 */
export function pagesToPrint(
  typed: string,
  totalPages: number,
  labels: readonly string[] | null,
): number[] | null {
  const pages = new Set<number>();
  const find = (text: string) => findPage(text, totalPages, labels);
  for (const part of typed.split(/[,;،、]/u).filter((text) => text.trim() !== '')) {
    // A label may contain a hyphen ("A-3").
    const alone = find(part);
    const [from, to] = part.split(/[-–—]/u);
    const [first, last] = alone === null ? [find(from ?? ''), find(to ?? '')] : [alone, alone];
    if (first === null || last === null) return null;
    for (let page = Math.min(first, last); page <= Math.max(first, last); page++) pages.add(page);
  }
  return pages.size === 0 ? null : [...pages].sort((a, b) => a - b);
}
