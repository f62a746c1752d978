/** A rectangle on the page as it is seen, at scale 1: left, top, right, bottom. */
export interface PageBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Letters that were drawn together, with their place on the page as it is seen, at scale 1. */
export interface Run extends PageBox {
  text: string;
  /** The line that the letters stand on. */
  base: number;
  /** Height of the letters. */
  size: number;
  /** Id of the font in pdf.js. */
  font: string;
  bold: boolean;
  italic: boolean;
  /** Written from right to left. */
  rtl: boolean;
  /** Lines run across the page as it is seen. */
  upright: boolean;
  /** Id of the part of a tagged file that it belongs to; null outside of any. */
  contentId: string | null;
  /** Generic family by which letters are measured. */
  family: string;
}

/** An item of the text content of pdf.js: text, or a mark of a tagged file. */
export interface TextPart {
  /** Only words have a text. */
  str?: string;
  dir?: string;
  width?: number;
  height?: number;
  transform?: readonly number[];
  fontName?: string;
  /** Only marks of the parts of a tagged file have a type. */
  type?: string;
  id?: string;
  tag?: string;
}

/** The style of a font; null when it is unknown. */
export type FontLook = (fontName: string) => { bold: boolean; italic: boolean } | null;

type Matrix = readonly number[];

export const multiply = (m: Matrix, n: Matrix): number[] => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
};

/** Part of the height of letters that is below the line they stand on. */
const below = 0.22;
/** Lines that are turned by less than this part of a right angle are upright. */
const slant = 0.03;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what fonts without a map to letters give
const noLetters = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFD-\uFFFF\uE000-\uF8FF]/g;

/**
 * The words of a page with their places.
 * @param toScreen matrix from the units of the page to the page as it is seen, at scale 1
 */
export function runsOf(
  parts: readonly TextPart[],
  toScreen: Matrix,
  families: Readonly<Record<string, { fontFamily?: string } | undefined>> = {},
  look: FontLook = () => null,
): Run[] {
  const runs: Run[] = [];
  const open: (string | null)[] = [];
  for (const part of parts) {
    if (part.type?.startsWith('beginMarkedContent')) open.push(part.id ?? null);
    else if (part.type === 'endMarkedContent') open.pop();
    if (part.str === undefined || !part.transform || part.str.trim() === '') continue;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = multiply(toScreen, part.transform);
    const size = Math.hypot(c, d);
    const width = part.width ?? 0;
    const along = Math.hypot(a, b) || 1;
    // The width is in units of the page; user units make the page larger.
    const unit = Math.hypot(toScreen[0] ?? 1, toScreen[1] ?? 0);
    const [dx, dy] = [(a / along) * width * unit, (b / along) * width * unit];
    const upright = Math.abs(b / along) < slant && a > 0;
    const { bold = false, italic = false } = (part.fontName && look(part.fontName)) || {};
    runs.push({
      text: part.str.replace(noLetters, '').normalize('NFC'),
      left: Math.min(x, x + dx),
      right: Math.max(x, x + dx),
      top: upright ? y - size * (1 - below) : Math.min(y, y + dy),
      bottom: upright ? y + size * below : Math.max(y, y + dy),
      base: y,
      size,
      font: part.fontName ?? '',
      bold,
      italic,
      rtl: part.dir === 'rtl',
      upright,
      contentId: open.findLast((id) => id !== null) ?? null,
      family: families[part.fontName ?? '']?.fontFamily ?? 'serif',
    });
  }
  return runs;
}

/** The letters of a text from pdf.js, and the number of unknown ones: a font may not map its glyphs to letters. */
export function countLetters(parts: readonly TextPart[]): { letters: number; unknown: number } {
  let letters = 0;
  let unknown = 0;
  for (const { str = '' } of parts) {
    const signs = str.replace(/\s+/gu, '');
    letters += signs.length;
    unknown += signs.length - signs.replace(noLetters, '').length;
  }
  return { letters, unknown };
}

export const widthOf = ({ left, right }: PageBox) => right - left;
export const heightOf = ({ top, bottom }: PageBox) => bottom - top;

/** The smallest box around several. */
export function around(boxes: readonly PageBox[]): PageBox {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}
