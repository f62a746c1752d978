import type { Column, Line } from './lines.ts';
import { around, heightOf, type PageBox, type Run } from './runs.ts';

/** A piece of text in a block. White space that is not in the file has no run. */
export interface Piece {
  text: string;
  run: Run | null;
  /** Letters of the run that are left out before `text`. */
  skipped: number;
  /** Raised, as the number of a footnote is, or lowered, as an index; null on the line. */
  shift: 'raised' | 'lowered' | null;
}

export type BlockKind = 'heading' | 'paragraph' | 'item' | 'note' | 'caption' | 'code';

export interface TextBlock {
  kind: BlockKind;
  /** 1..6 of a heading. */
  level: number;
  pieces: Piece[];
  box: PageBox;
  /** BCP 47 tag, where a tagged file says so. */
  language?: string;
}

export interface PictureBlock {
  kind: 'picture';
  box: PageBox;
  /** Alternative text of a tagged file; may be empty. */
  description: string;
}

export interface TableBlock {
  kind: 'table';
  rows: { header: boolean; pieces: Piece[] }[][];
  box: PageBox;
}

export type Block = TextBlock | PictureBlock | TableBlock;

/** The usual text style of a document. */
export interface Usual {
  /** Height of the letters. */
  size: number;
}

/** A heading is larger than the text by this factor; */
const larger = 1.12;
/** a note smaller. */
const smaller = 0.93;
const longestHeading = 200;
/** Lines that are further apart than this times the usual distance are two paragraphs. */
const paragraphGap = 1.35;

/** A paragraph below a heading without a number has at least this many letters; affiliations of authors have fewer. */
const leastParagraph = 60;
/** The number of a section: "1", "2.1", "A.3", "IV." */
const sectionNumber =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z](?:\.|(?:\.\d{1,2}){1,4}\.?)|[IVX]{1,5}\.)\s+(?=\p{L})/u;

const bullet = /^(?:[•‣◦▪■●–—*·-]|\[\d{1,3}\]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s/u;
const noteMark = /^(?:\d{1,3}|[*†‡§¶]{1,3})[\s.)]*(?=[\p{L}“"‘'(]|https?:)/u;

export const textOf = ({ pieces }: Pick<TextBlock, 'pieces'>) => pieces.map(({ text }) => text).join('');

/** Paragraphs, headings, items of lists and notes of the columns of a page, in the order in which they are read. */
export function blocksOf(columns: readonly Column[], usual: Usual): TextBlock[] {
  const groups = columns.flatMap((column) => blocksOfColumn(column, usual));
  const blocks: TextBlock[] = [];
  // From the last: a heading in bold at the size of the text is recognized by what follows it.
  let next: { block: TextBlock; isBold: boolean } | null = null;
  for (const { lines, column } of groups.toReversed()) {
    let block = blockOf(lines, column, usual);
    const isBold = lines.every(({ bold }) => bold);
    if (isBold && isTitle(block, lines, usual) && isHeadingBefore(next, block))
      block = { ...block, kind: 'heading', level: levelOf(block) };
    blocks.unshift(block);
    next = { block, isBold };
  }
  return joinOverColumns(blocks, usual);
}

/** Whether a block in bold may be a heading: short, no sentence, at least of the size of the text. */
function isTitle(block: TextBlock, lines: readonly Line[], usual: Usual): boolean {
  const text = textOf(block);
  const [{ size } = usual] = lines;
  // The number of a page beside an entry of the contents, or the cells of a table.
  const isBeside = lines.some(
    ({ base }, index) => index > 0 && base - (lines[index - 1] as Line).base < size * 0.5,
  );
  return (
    (block.kind === 'paragraph' || block.kind === 'item') &&
    lines.length <= 3 &&
    !isBeside &&
    text.length <= longestHeading &&
    size >= usual.size * 0.95 &&
    /\p{L}/u.test(text) &&
    !/[.,;:-]$/u.test(text)
  );
}

/** A heading has a number, or a paragraph or another heading below it; not other words in bold. */
function isHeadingBefore(next: { block: TextBlock; isBold: boolean } | null, block: TextBlock): boolean {
  if (next?.isBold && next.block.kind !== 'heading') return false;
  if (sectionNumber.test(textOf(block))) return true;
  return next !== null && (next.block.kind === 'heading' || textOf(next.block).length >= leastParagraph);
}

/** "1" is 2, "2.1" is 3; 3 without a number. */
function levelOf(block: TextBlock): number {
  const [number] = sectionNumber.exec(textOf(block)) ?? [];
  return number ? Math.min(6, 1 + (number.match(/\w+/gu)?.length ?? 0)) : 3;
}

interface Group {
  lines: Line[];
  column: Column;
}

function blocksOfColumn(column: Column, usual: Usual): Group[] {
  const groups: Group[] = [];
  const lead = leading(column.lines);
  for (const line of column.lines) {
    const before = groups.at(-1);
    if (before && !startsBlock(line, before.lines, column, lead, usual)) before.lines.push(line);
    else groups.push({ lines: [line], column });
  }
  return groups;
}

/** The usual distance between lines of a column, times the height of letters. */
function leading(lines: readonly Line[]): number {
  const distances = lines
    .slice(1)
    .map((line, index) => (line.base - (lines[index] as Line).base) / Math.max(1, line.size))
    .filter((distance) => distance > 0.8 && distance < 2.5)
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 1.25;
}

function startsBlock(
  line: Line,
  block: readonly Line[],
  column: Column,
  lead: number,
  usual: Usual,
): boolean {
  const before = block.at(-1) as Line;
  const size = Math.max(line.size, before.size);
  if (Math.abs(line.size - before.size) > 0.08 * size) return true;
  const isHeading = (candidate: Line) => candidate.bold || candidate.size > usual.size * larger;
  if (line.bold !== before.bold && (isHeading(line) || isHeading(before))) return true;
  const distance = line.base - before.base;
  if (distance > size * lead * paragraphGap || distance < 0) return true;
  const text = textOfLine(line);
  if (bullet.test(text) && !/^[-–—]\s/u.test(text)) return true;
  if (line.size < usual.size * smaller && noteMark.test(text) && startsRaisedOrSmall(line)) return true;
  const [first] = block;
  const isCentered = (candidate: Line) =>
    Math.abs(candidate.left - column.left - (column.right - candidate.right)) < size &&
    candidate.left - column.left > size * 2;
  if (isCentered(line) && isCentered(before)) return false;
  // The first line of a paragraph is indented, or hangs out over the others.
  const indent = line.left - before.left;
  const second = block[1];
  const hangs = first && second ? second.left - first.left > size * 0.6 : false;
  if (indent > size * 0.6 && !(block.length === 1 && bullet.test(textOfLine(before))))
    return line.left - column.left < size * 6;
  if (hangs && line.left - (second as Line).left < -size * 0.6) return true;
  const isShort = column.right - before.right > Math.max(size * 4, (column.right - column.left) * 0.18);
  return isShort && /[.!?:…。！？]["'”’)\]]?$/u.test(textOfLine(before));
}

const startsRaisedOrSmall = ({ runs, size }: Line) => {
  const [first] = runs;
  return first !== undefined && (first.size < size * 0.9 || /^[\d*†‡§¶[]/u.test(first.text));
};

export function textOfLine({ runs }: Pick<Line, 'runs'>): string {
  let text = '';
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    text += (before && needsBlank(before, run, text) ? ' ' : '') + run.text;
  }
  return text.trim();
}

function needsBlank(before: Run, run: Run, text: string): boolean {
  if (/\s$/u.test(text) || /^\s/u.test(run.text)) return false;
  const gap = Math.max(run.left - before.right, before.left - run.right);
  return gap > 0.13 * Math.min(before.size, run.size);
}

function blockOf(lines: readonly Line[], column: Column, usual: Usual): TextBlock {
  const pieces = piecesOf(lines.map(({ runs }) => runs));
  const box = around(lines);
  const text = pieces.map((piece) => piece.text).join('');
  const [first] = lines;
  const size = first?.size ?? usual.size;
  const isLarge = size > usual.size * larger;
  const base = { level: 0, pieces, box };
  if (text.length <= longestHeading && /\p{L}/u.test(text) && isLarge) {
    const level = size >= usual.size * 1.6 ? 1 : size >= usual.size * 1.25 ? 2 : 3;
    return { ...base, kind: 'heading', level };
  }
  if (
    /^(?:figure|fig\.|table|abbildung|tabelle|tableau|figura|tabla|tabela)\s*\d+[a-z]?\s*[.:–—]/iu.test(text)
  )
    return { ...base, kind: 'caption' };
  if (
    size < usual.size * smaller &&
    noteMark.test(text) &&
    first !== undefined &&
    first.top > (column.top + column.bottom) / 2 &&
    column.lines.some((line) => line.size > usual.size * smaller && line.base < first.base)
  )
    return { ...base, kind: 'note' };
  if (bullet.test(text)) return { ...base, kind: 'item' };
  return { ...base, kind: 'paragraph' };
}

/** The text of lines as one: words cut at the end of a line are whole again. */
export function piecesOf(lines: readonly (readonly Run[])[]): Piece[] {
  const pieces: Piece[] = [];
  const blank = () => {
    const last = pieces.at(-1);
    if (last && !/\s$/u.test(last.text)) pieces.push({ text: ' ', run: null, skipped: 0, shift: null });
  };
  for (const runs of lines) {
    const usual = Math.max(0, ...runs.map(({ size }) => size));
    const main = runs.find(({ size }) => size > usual * 0.9)?.base ?? 0;
    for (const [index, run] of runs.entries()) {
      const last = pieces.at(-1);
      const before = runs[index - 1];
      const start = pieces.length === 0 ? run.text.length - run.text.trimStart().length : 0;
      let text = run.text.slice(start);
      let skipped = start;
      if (index === 0 && last) {
        const whole = pieces
          .map((piece) => piece.text)
          .join('')
          .slice(-40);
        const next = text.trimStart();
        // "exam-" and "ple" are one word; "Jean-" and "Paul" keep their hyphen.
        if (/\p{Ll}[-\u00AD\u2010]\s*$/u.test(whole) && /^\p{Ll}/u.test(next)) {
          last.text = last.text.trimEnd().replace(/[-\u00AD\u2010]$/u, '');
          skipped += text.length - next.length;
          text = next;
        } else if (!/\p{L}[-\u2010]\s*$/u.test(whole) && !joinsWithoutBlank(whole, next)) blank();
      } else if (before && needsBlank(before, run, last?.text ?? '')) blank();
      if (text === '') continue;
      pieces.push({ text, run, skipped, shift: shiftOf(run, text, usual, main) });
    }
  }
  const last = pieces.at(-1);
  if (last) last.text = last.text.trimEnd();
  return pieces.filter(({ text }) => text !== '');
}

/** A few small letters above or below the line that the others stand on. */
function shiftOf(run: Run, text: string, usual: number, main: number): Piece['shift'] {
  if (run.size >= usual * 0.85 || text.trim().length > 4) return null;
  if (run.base < main - usual * 0.12) return 'raised';
  return run.base > main + usual * 0.08 ? 'lowered' : null;
}

/** Chinese and Japanese have no spaces between lines. */
const joinsWithoutBlank = (before: string, next: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，．]$/u.test(before) &&
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，．]/u.test(next);

/** Joins a paragraph that continues in the next column. */
function joinOverColumns(blocks: readonly TextBlock[], usual: Usual): TextBlock[] {
  const joined: TextBlock[] = [];
  const notes = blocks.filter(({ kind }) => kind === 'note');
  for (const block of blocks) {
    if (block.kind === 'note') continue;
    const before = joined.at(-1);
    const goesOn =
      before?.kind === 'paragraph' &&
      block.kind === 'paragraph' &&
      block.box.top < before.box.bottom - heightOf(before.box) &&
      block.box.left > before.box.left + usual.size &&
      !/[.!?:…。！？]["'”’)\]]?$/u.test(textOf(before)) &&
      /^[\p{Ll}\p{N}(“"]/u.test(textOf(block));
    if (before && goesOn) before.pieces = joinPieces(before.pieces, block.pieces);
    else joined.push({ ...block });
  }
  return [...joined, ...notes];
}

function joinPieces(before: readonly Piece[], after: readonly Piece[]): Piece[] {
  const pieces = [...before];
  const last = pieces.at(-1);
  const [first] = after;
  if (last && first && /\p{Ll}[-\u00AD\u2010]$/u.test(last.text) && /^\p{Ll}/u.test(first.text))
    pieces[pieces.length - 1] = { ...last, text: last.text.slice(0, -1) };
  else pieces.push({ text: ' ', run: null, skipped: 0, shift: null });
  return [...pieces, ...after];
}
