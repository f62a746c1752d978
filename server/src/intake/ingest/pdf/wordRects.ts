import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { comparable } from '../findWords.ts';
import { plainLetters } from './pageText.ts';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type Item = Extract<TextContent['items'][number], { str: string }>;

/** [x1, y1, x2, y2] in page units, lower left to upper right. */
type Rect = [number, number, number, number];

/** Normalized letters, and the run and character that each comes from. */
interface Letters {
  text: string;
  items: number[];
  characters: number[];
}

/** Maximum gap between two runs of one range, in font heights. */
const joined = 1;
/** Default ascent and descent, in font heights. */
const defaultMetrics = { ascent: 0.8, descent: -0.2 };

/**
 * Locates a text on a page: one rectangle per line. Widths of single letters are estimated within their run.
 * @param letters normalized by `comparable`
 * @param offset approximate number of letters before it on the page
 */
export function rectsOfWords(content: TextContent, letters: string, offset: number): Rect[] {
  const items = content.items.filter((item): item is Item => 'str' in item);
  const page = lettersOfItems(items);
  let best = -1;
  for (let at = page.text.indexOf(letters); at >= 0; at = page.text.indexOf(letters, at + 1))
    if (best < 0 || Math.abs(at - offset) < Math.abs(best - offset)) best = at;
  if (best < 0 || letters === '') return [];
  const spans = new Map<number, { start: number; end: number }>();
  for (let at = best; at < best + letters.length; at++) {
    const item = page.items[at] as number;
    const character = page.characters[at] as number;
    const span = spans.get(item);
    if (span) span.end = character + 1;
    else spans.set(item, { start: character, end: character + 1 });
  }
  const rects: Rect[] = [];
  for (const [index, { start, end }] of spans) {
    const item = items[index];
    if (!item) continue;
    addToLine(rects, rectOf(item, start, end, content.styles[item.fontName] ?? defaultMetrics));
  }
  return rects.map((rect) => rect.map((value) => Math.round(value * 100) / 100) as Rect);
}

function lettersOfItems(items: readonly Item[]): Letters {
  const letters: Letters = { text: '', items: [], characters: [] };
  for (const [index, { str }] of items.entries()) {
    let at = 0;
    for (const character of str) {
      for (const letter of comparable(plainLetters(character))) {
        letters.text += letter;
        letters.items.push(index);
        letters.characters.push(at);
      }
      at += character.length;
    }
  }
  return letters;
}

/** The rectangle around characters of a run, which may be rotated. */
function rectOf(
  { str, transform, width, height }: Item,
  start: number,
  end: number,
  { ascent, descent }: { ascent?: number; descent?: number },
): Rect {
  const [a = 1, b = 0, , , x = 0, y = 0] = transform as number[];
  const length = Math.hypot(a, b) || 1;
  const [across, up] = [a / length, b / length];
  const whole = widthOf(str) || 1;
  const from = (widthOf(str.slice(0, start)) / whole) * width;
  const to = (widthOf(str.slice(0, end)) / whole) * width;
  const top = height * (ascent || defaultMetrics.ascent);
  const bottom = height * (descent || defaultMetrics.descent);
  const corners = [
    [from, bottom],
    [from, top],
    [to, bottom],
    [to, top],
  ] as const;
  const xs = corners.map(([along, above]) => x + along * across - above * up);
  const ys = corners.map(([along, above]) => y + along * up + above * across);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Relative letter widths in common fonts, to locate a letter within its run. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character))
      width += 10;
    else if (/[iljtfrI.,:;!|'’‘\-()[\] ]/u.test(character)) width += 3;
    else if (/[mwMW@%—]/u.test(character)) width += 8;
    else width += /\p{Lu}/u.test(character) ? 6.7 : 5.2;
  }
  return width;
}

/** Merges adjacent runs on a line into one rectangle. */
function addToLine(rects: Rect[], rect: Rect): void {
  const last = rects.at(-1);
  if (last && follows(last, rect)) {
    last[0] = Math.min(last[0], rect[0]);
    last[1] = Math.min(last[1], rect[1]);
    last[2] = Math.max(last[2], rect[2]);
    last[3] = Math.max(last[3], rect[3]);
  } else rects.push([...rect]);
}

/** Whether two rectangles are adjacent in a line, or in a column of rotated text. */
function follows(a: Rect, b: Rect): boolean {
  return [0, 1].some((axis) => {
    const cross = 1 - axis;
    const shared =
      Math.min(a[cross + 2] as number, b[cross + 2] as number) -
      Math.max(a[cross] as number, b[cross] as number);
    const thinner = Math.min(extent(a, cross), extent(b, cross));
    const gap =
      Math.max(a[axis] as number, b[axis] as number) - Math.min(a[axis + 2] as number, b[axis + 2] as number);
    const isRow = extent(a, axis) + extent(b, axis) >= extent(a, cross) + extent(b, cross);
    return isRow && shared > 0.6 * thinner && gap < joined * thinner;
  });
}

const extent = (rect: Rect, axis: number): number => (rect[axis + 2] as number) - (rect[axis] as number);
