import { paintSpoken } from '../../engine/highlightPaint.ts';
import type { Reading } from '../../engine/narration.ts';
import type { Narrator } from '../../engine/renderer.ts';
import { TextMap } from '../../engine/textMap.ts';

export interface PagesToRead {
  /** One-based page to begin with. */
  page: number;
  totalPages: number;
  /** Shows the next or previous page. */
  show?(page: number): Promise<void>;
  /** The text of a page, once it can be read. */
  reading(page: number): Promise<Reading | null>;
}

/** Reads the pages of a PDF one after the other. */
export async function narratorOf({ page: first, totalPages, show, reading }: PagesToRead): Promise<Narrator> {
  const { SentenceNarrator } = await import('../../engine/narration.ts');
  let page = first;
  return new SentenceNarrator({
    current: () => reading(page),
    async turn(forward) {
      const next = page + (forward ? 1 : -1);
      if (next < 1 || next > totalPages) return false;
      page = next;
      await show?.(page);
      return true;
    },
  });
}

/**
 * The text of a page for reading aloud; null for a page without text, such as a scan.
 * @param lines whether its elements are printed lines, and not paragraphs
 */
export function readingOfPage(
  text: Element | null | undefined,
  container: HTMLElement,
  { lines }: { lines: boolean },
): Reading | null {
  const map = text && new TextMap(text, { lines });
  if (!map || map.length === 0) return null;
  return {
    map,
    language: text.closest('[lang]:not(html)')?.getAttribute('lang') ?? null,
    start() {
      const { top } = container.getBoundingClientRect();
      for (let index = 0; index < map.pieces; index++) {
        const { node, start } = map.piece(index);
        const box = node.parentElement?.getBoundingClientRect();
        if (box && (lines ? box.top >= top - 1 : box.bottom > top + 8)) return start;
      }
      return lines ? map.length : 0;
    },
    show(span) {
      const range = span && map.rangeOf(span);
      paintSpoken(document, range);
      if (!range) return;
      const box = range.getBoundingClientRect();
      const window = container.getBoundingClientRect();
      const margin = window.height / 6;
      if (box.top < window.top || box.bottom > window.bottom - margin / 2)
        container.scrollBy({ top: box.top - window.top - margin, behavior: 'instant' });
    },
  };
}
