import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A run of text on the page. */
interface Run {
  str: string;
  /** In page units. */
  width: number;
  /** Font height in page units. */
  height: number;
  transform: number[];
  dir?: string;
  hasEOL: boolean;
}

export interface PageText {
  text: string;
  /** Offsets at which lines begin. */
  breaks: number[];
  lines: { text: string; height: number }[];
}

/** The text of a page in file order, with words rejoined that are hyphenated at line ends. */
export async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const { items } = await page.getTextContent();
  const result: PageText = { text: '', breaks: [], lines: [] };
  let line = '';
  let height = 0;
  let first: Run | null = null;
  let last: Run | null = null;
  const endLine = () => {
    if (line.trim() === '') return;
    // Syllables and accented letters may be printed in parts.
    line = line.normalize('NFC');
    result.lines.push({ text: line.trim(), height });
    const joined = joinLines(result.text, line);
    result.text = joined.text;
    if (joined.breakAt !== null) result.breaks.push(joined.breakAt);
    line = '';
    height = 0;
    first = null;
    last = null;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const run: Run = { ...item, str: isFalseSpace(item) ? '' : plainLetters(item.str) };
    const gap = last && run.str.trim() !== '' ? gapBetween(last, run) : null;
    if (gap === 'line') endLine();
    const isApart = gap === 'word' && !line.endsWith(' ');
    if (isApart || (first && line === first.str && isNoteNumber(first, run))) line += ' ';
    line += run.str;
    first ??= run;
    if (run.str !== '') last = run;
    if (run.str.trim() !== '') height = Math.max(height, run.height);
    if (run.hasEOL) endLine();
  }
  endLine();
  return result;
}

/** Share of the font height that separates two words. */
const minGap = 0.15;

/** Whether a run is on another line than the one before, or apart from it: pdf.js reports neither for a step back. */
function gapBetween(last: Run, next: Run): 'line' | 'word' | null {
  const [a = 0, b = 0, , , x = 0, y = 0] = last.transform ?? [];
  const [, , , , nextX = x, nextY = y] = next.transform ?? [];
  const scale = Math.hypot(a, b);
  const height = Math.max(last.height, next.height);
  if (scale === 0 || height === 0 || last.dir === 'ttb') return null;
  const along = ((nextX - x) * a + (nextY - y) * b) / scale;
  const across = ((nextY - y) * a - (nextX - x) * b) / scale;
  if (Math.abs(across) > height) return 'line';
  const gap = along < 0 ? -along - next.width : along - last.width;
  return gap > minGap * height ? 'word' : null;
}

/** Whether a run is a footnote number, raised before the following word. */
function isNoteNumber(number: Run, next: Run): boolean {
  const raised = (number.transform[5] ?? 0) - (next.transform[5] ?? 0);
  return (
    /^\d{1,3}$/.test(number.str) &&
    /^\p{L}/u.test(next.str) &&
    number.height < 0.9 * next.height &&
    raised > 0.15 * next.height
  );
}

/** Share of the font height below which a space between two runs is ignored. */
const minSpace = 0.002;

/** A text item of pdf.js; XFA forms have only the string. */
interface Item {
  str: string;
  width?: number;
  transform?: number[];
}

/** pdf.js reports a space wherever the font changes within a letter. */
function isFalseSpace({ str, width, transform }: Item): boolean {
  if (str === '' || str.trim() !== '' || width === undefined || !transform) return false;
  return Math.abs(width) < minSpace * Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what fonts without a map to letters give
const noLetters = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFD-\uFFFF\uE000-\uF8FF]/g;
const presentationForms = /[\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFF\uFE70-\uFEFC]+/g;

/** Replaces ligatures, so that the text can be searched. */
export const plainLetters = (text: string) =>
  text.replace(noLetters, '').replace(presentationForms, (joined) => joined.normalize('NFKC'));

function joinLines(text: string, line: string): { text: string; breakAt: number | null } {
  const next = line.trim();
  if (text === '') return { text: next, breakAt: 0 };
  // "exam-" and "ple" are one word; "Jean-" and "Paul" are not.
  if (/\p{Ll}[-\u2010\u00AD]$/u.test(text) && /^\p{Ll}/u.test(next))
    return { text: text.slice(0, -1) + next, breakAt: null };
  const before = `${text}\n`;
  // A line that ends a sentence may end a paragraph, and a passage.
  return { text: before + next, breakAt: /[.!?:…。！？]["'”’)]?$/.test(text) ? before.length : null };
}
