import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import EpubCFI, { type CfiStep } from 'epubjs/src/epubcfi.js';
import { agreesWith, findQuote, type QuoteMatch, quoteOf, type TextQuote } from '../../engine/quote.ts';
import type { TextMap } from '../../engine/textMap.ts';

/** Characters of the quote stored with a position. */
const placeQuote = 80;

/** The spine index of a locator; null when it has none. */
export function chapterOf(locator: Locator): number | null {
  return locator.spine_index ?? (locator.cfi === undefined ? null : spineIndexOf(locator.cfi));
}

/**
 * The range of a locator in a chapter. The CFI is used only where the quote matches; else the quote is searched near
 * the expected offset; else the fraction is used.
 */
export function resolve(locator: Locator, map: TextMap, document: Document): TextRange {
  const { cfi, quote, fraction } = locator;
  const range = cfi === undefined ? null : rangeOfCfi(cfi, document);
  const byCfi = range && map.spanOf(range);
  if (byCfi && (!quote || isQuotedAt(byCfi.start, map, quote)))
    return widened(byCfi, quote?.exact.length ?? 0, map.length);
  const near = fraction === undefined ? (byCfi?.start ?? null) : map.offsetOfFraction(fraction);
  const match = quote ? quoteIn(map, quote, near) : null;
  if (match) return { start: match.start, end: match.end };
  if (fraction !== undefined) return point(map.offsetOfFraction(fraction));
  return byCfi ?? point(0);
}

/** Quotes are without readings of characters (ruby); those of earlier versions have them. */
const textsOf = (map: TextMap) => (map.readText === map.text ? [map.text] : [map.readText, map.text]);

function isQuotedAt(start: number, map: TextMap, quote: TextQuote): boolean {
  return textsOf(map).some((text) => agreesWith(text.slice(start, start + quote.exact.length * 4), quote));
}

function quoteIn(map: TextMap, quote: TextQuote, near: number | null): QuoteMatch | null {
  const matches = textsOf(map).map((text) => findQuote(text, quote, near));
  return matches.find((match) => match?.whole) ?? matches.find((match) => match !== null) ?? null;
}

interface ChapterOfLocator {
  index: number;
  cfiBase: string;
}

/** The locator of a text range. */
export function locatorOf(span: TextRange, map: TextMap, chapter: ChapterOfLocator): Locator {
  const read = quoteOf(map.readText, span);
  // Where only a reading is selected, it is what is quoted.
  return located(span, read.exact ? read : quoteOf(map.text, span), map, chapter);
}

/** The locator of a point, with a quote of the text that follows. */
export function placeLocator(offset: number, map: TextMap, chapter: ChapterOfLocator): Locator {
  const following = { start: offset, end: Math.min(map.length, offset + placeQuote) };
  return located(point(offset), quoteOf(map.readText, following), map, chapter);
}

function located(span: TextRange, quote: TextQuote, map: TextMap, chapter: ChapterOfLocator): Locator {
  const range = map.rangeOf(span);
  const cfi = range && cfiOf(range, chapter.cfiBase);
  return {
    ...(cfi ? { cfi } : {}),
    spine_index: chapter.index,
    fraction: map.fractionOf(span.start),
    ...(quote.exact ? { quote } : {}),
  };
}

const point = (offset: number): TextRange => ({ start: offset, end: offset });

/** With a quote, a point CFI refers to the quoted text. */
function widened(span: TextRange, length: number, longest: number): TextRange {
  return span.end > span.start ? span : { start: span.start, end: Math.min(longest, span.start + length) };
}

/** A CFI that is found by its numbers where an id of it is missing. */
class BookCfi extends EpubCFI {
  override findNode(steps: readonly CfiStep[], document: Document): Node | null {
    let node: Node | null = document.documentElement;
    for (const { id, type, index } of steps) {
      if (!node) return null;
      const siblings: ArrayLike<Node> =
        type === 'text' ? this.textNodes(node) : (node as ParentNode).children;
      // CFIs of other programs also contain ids.
      node = (id ? document.getElementById(id) : null) ?? siblings[index] ?? null;
    }
    return node;
  }
}

/**
 * The CFI of a range; null when there is none. Without ids: epubjs cannot parse ids with a
 * bracket, slash or colon, and steps are sufficient.
 */
export function cfiOf(range: Range, cfiBase: string): string | null {
  try {
    const cfi = new BookCfi(range, cfiBase);
    for (const component of [cfi.path, cfi.start, cfi.end])
      for (const step of component?.steps ?? []) step.id = null;
    return cfi.toString();
  } catch {
    return null;
  }
}

/** The range of a CFI in a chapter; null for an invalid one. */
export function rangeOfCfi(cfi: string, document: Document): Range | null {
  try {
    const parsed = new BookCfi(cfi);
    // epubjs would log an error.
    const node = parsed.findNode([...parsed.path.steps, ...(parsed.start?.steps ?? [])], document);
    return node && parsed.toRange(document);
  } catch {
    return null;
  }
}

/** The zero-based spine index of a CFI; null when it has none. */
export function spineIndexOf(cfi: string): number | null {
  try {
    const { spinePos } = new EpubCFI(cfi);
    return Number.isInteger(spinePos) && spinePos >= 0 ? spinePos : null;
  } catch {
    return null;
  }
}
