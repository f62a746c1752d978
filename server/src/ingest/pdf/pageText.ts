import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A run of letters as it stands on the page. */
interface Run {
  str: string;
  /** Height of the letters, in units of the page. */
  height: number;
  hasEOL: boolean;
}

export interface PageText {
  text: string;
  /** Offsets at which lines begin. */
  breaks: number[];
  lines: { text: string; height: number }[];
}

/** The words of a page in the order the file has them; words cut at the end of a line are whole again. */
export async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const { items } = await page.getTextContent();
  const result: PageText = { text: '', breaks: [], lines: [] };
  let line = '';
  let height = 0;
  const endLine = () => {
    if (line.trim() === '') return;
    result.lines.push({ text: line.trim(), height });
    const joined = joinLines(result.text, line);
    result.text = joined.text;
    if (joined.breakAt !== null) result.breaks.push(joined.breakAt);
    line = '';
    height = 0;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const run: Run = item;
    line += run.str;
    if (run.str.trim() !== '') height = Math.max(height, run.height);
    if (run.hasEOL) endLine();
  }
  endLine();
  return result;
}

function joinLines(text: string, line: string): { text: string; breakAt: number | null } {
  const next = line.trim();
  if (text === '') return { text: next, breakAt: 0 };
  // "exam-" and "ple" are one word; "Jean-" and "Paul" are not.
  if (/\p{Ll}[-\u00AD]$/u.test(text) && /^\p{Ll}/u.test(next)) return { text: text.slice(0, -1) + next, breakAt: null };
  const before = `${text}\n`;
  // A line that ends a sentence may end a paragraph, and a passage.
  return { text: before + next, breakAt: /[.!?:…。！？]["'”’)]?$/.test(text) ? before.length : null };
}
