import type { Reading } from '../../engine/narration.ts';
import { TextMap } from '../../engine/textMap.ts';
import type { PdfPage } from '../highlights/pdfHighlights.ts';

/** Name of the CSS highlight, styled in pdfViewer.css. */
const paint = 'lectern-spoken';

/** A PDF page for reading aloud; null for a page without text, such as a scan. */
export function readingOfPage({ div }: PdfPage, container: HTMLElement): Reading | null {
  const layer = div.querySelector('.textLayer');
  const map = layer && new TextMap(layer, { lines: true });
  if (!map || map.length === 0) return null;
  const window = container.getBoundingClientRect();
  return {
    map,
    language: layer?.closest('[lang]:not(html)')?.getAttribute('lang') ?? null,
    start() {
      for (let index = 0; index < map.pieces; index++) {
        const { node, start } = map.piece(index);
        const top = node.parentElement?.getBoundingClientRect().top ?? 0;
        if (top >= window.top - 1) return start;
      }
      return map.length;
    },
    show(span) {
      const range = span && map.rangeOf(span);
      if (!range) {
        CSS.highlights?.delete(paint);
        return;
      }
      CSS.highlights?.set(paint, new Highlight(range));
      const box = range.getBoundingClientRect();
      const margin = window.height / 6;
      if (box.top < window.top || box.bottom > window.bottom - margin / 2)
        container.scrollBy({ top: box.top - window.top - margin, behavior: 'instant' });
    },
  };
}
