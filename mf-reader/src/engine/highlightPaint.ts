import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import { highlightColors } from '@lectern/shared-ui/color/highlightColors.ts';
import type { Palette } from '@lectern/shared-ui/palette.ts';
import type { Box, Mark } from './renderer.ts';
import { scrollBoxOf } from './scrollBox.ts';

const flashMs = 2_000;
/** Tolerance above and below a line of a highlight, in CSS pixels. */
const leading = 6;

/** Name of a CSS highlight. */
const paintName = (color: HighlightColor, style: HighlightStyle): string =>
  style === 'underline' ? `lectern-line-${color}` : `lectern-${color}`;

const paintNames = (Object.keys(highlightColors) as HighlightColor[]).flatMap((color) => [
  paintName(color, 'highlight'),
  paintName(color, 'underline'),
]);

/** Paints ranges of a document by the CSS Custom Highlight API, in place of those that had this name. */
function paint(document: Document, name: string, ranges: readonly Range[], priority = 0): void {
  // The constructors of its own realm.
  const realm = document.defaultView as (Window & typeof globalThis) | null;
  const registry = realm?.CSS?.highlights;
  if (!registry) return;
  if (ranges.length === 0) {
    registry.delete(name);
    return;
  }
  const highlight = new realm.Highlight(...ranges);
  highlight.priority = priority;
  registry.set(name, highlight);
}

/** Highlights spoken text; null for none. */
export const paintSpoken = (document: Document, range: Range | null): void =>
  paint(document, 'lectern-spoken', range ? [range] : [], 2);

/**
 * Highlights of a document: its elements are not changed, and highlights follow every layout.
 */
export class HighlightPaint {
  readonly #document: Document;
  readonly #rangesOf: (mark: Mark) => readonly Range[];
  #drawn: { mark: Mark; range: Range }[] = [];
  #flashing: ReturnType<typeof setTimeout> | undefined;

  /** @param rangesOf the words of a highlight in the document */
  constructor(document: Document, rangesOf: (mark: Mark) => readonly Range[]) {
    this.#document = document;
    this.#rangesOf = rangesOf;
  }

  draw(marks: readonly Mark[]): void {
    this.#drawn = marks.flatMap((mark) =>
      this.#rangesOf(mark).flatMap((range) => (range.collapsed ? [] : [{ mark, range }])),
    );
    const painted = Map.groupBy(this.#drawn, ({ mark }) => paintName(mark.color, mark.style));
    for (const name of paintNames)
      paint(
        this.#document,
        name,
        (painted.get(name) ?? []).map(({ range }) => range),
      );
  }

  /** The highlight at a point of the document's window, topmost first. */
  at(x: number, y: number): { id: string; box: Box } | null {
    // Words that are scrolled out of a box are not where they are measured.
    const around = scrollBoxOf(this.#document.elementFromPoint(x, y));
    for (const { mark, range } of this.#drawn.toReversed()) {
      if (![null, around].includes(scrollBoxOf(range.commonAncestorContainer))) continue;
      for (const box of range.getClientRects())
        if (x >= box.left && x <= box.right && y >= box.top - leading && y <= box.bottom + leading)
          return { id: mark.id, box };
    }
    return null;
  }

  /** Highlights a passage for two seconds. */
  flash(ranges: readonly Range[]): void {
    clearTimeout(this.#flashing);
    paint(this.#document, 'lectern-flash', ranges, 1);
    this.#flashing = setTimeout(() => paint(this.#document, 'lectern-flash', []), flashMs);
  }

  destroy(): void {
    clearTimeout(this.#flashing);
    for (const name of [...paintNames, 'lectern-flash', 'lectern-spoken']) paint(this.#document, name, []);
  }
}

/** The style sheet of highlights. */
export function highlightStyle(palette: Palette): string {
  return `${Object.entries(highlightColors)
    .map(
      ([
        name,
        { ground, ink },
      ]) => `::highlight(lectern-${name}) { background-color: ${palette[ground]}; color: ${palette.text}; }
    ::highlight(lectern-line-${name}) { text-decoration: underline 0.14em ${palette[ink]}; text-underline-offset: 0.22em; }`,
    )
    .join('\n')}
    ::highlight(lectern-spoken) { background-color: ${palette.accentSoft}; color: ${palette.text}; }
    ::highlight(lectern-flash) { background-color: ${palette.accent}; color: ${palette.accentText}; }`;
}
