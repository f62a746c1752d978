import { Parser } from 'htmlparser2';
import { AppError } from '../../../../run/common/errors.ts';
import { authorsInOrder, titleAndAuthor } from './clippings.ts';
import { type ForeignMark, markFrom, SetsByBook } from './foreignMark.ts';
import type { MarkSet } from './mark.ts';

export const isKindleNotebook = (text: string): boolean =>
  /<(?:!doctype|html|\?xml)/i.test(text.slice(0, 1_000)) && /class=["']bookTitle["']/.test(text);

/** A block of the page: its class, its text, and the color that is named in it. */
interface Block {
  name: string;
  text: string;
  color: string | null;
}

/**
 * Reads the notebook of a book that the Kindle apps export as HTML: headings such as `Highlight (yellow) - Page 12 ·
 * Location 170`, in the language of the app, each with its text. A note comes after its highlight.
 * @throws AppError marks_unreadable
 */
export function readKindleNotebook(html: string): MarkSet[] {
  const blocks = blocksOf(html);
  const textOf = (name: string) => blocks.find((block) => block.name === name)?.text ?? '';
  const sets = new SetsByBook();
  const set = sets.of({ ...titleAndAuthor(textOf('bookTitle')), ...authorOf(textOf('authors')) });
  const marks: ForeignMark[] = [];
  for (const [at, { name, text, color }] of blocks.entries()) {
    if (name !== 'noteHeading') continue;
    const next = blocks[at + 1];
    const words = next?.name === 'noteText' ? next.text : '';
    const numbers = [...text.replace(/^.*?-/u, '').matchAll(/\d{1,9}/g)].map(Number);
    const order = numbers.at(-1) ?? null;
    const before = marks.at(-1);
    if (color !== null) marks.push({ kind: 'highlight', text: words, color, order });
    else if (words === '') marks.push({ kind: 'bookmark', order, page: order });
    else if (before?.kind === 'highlight' && before.note === undefined && isNear(before.order, order))
      before.note = words;
    else marks.push({ kind: 'note', note: words, order });
  }
  set.marks.push(...marks.map((mark) => markFrom(set.about, mark)));
  return sets.all;
}

const authorOf = (text: string) => (text === '' ? {} : { author: authorsInOrder(text) });

/** Elements within elements; the apps write five. */
const maxDepth = 500;
/** Locations from the start of a highlight to the note at its end. */
const longestHighlight = 30;

const isNear = (start: number | null | undefined, end: number | null): boolean =>
  typeof start === 'number' && end !== null && end >= start && end - start <= longestHighlight;

function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  let depth = 0;
  const parser = new Parser({
    onopentag(element, attributes) {
      depth += 1;
      if (depth > maxDepth) throw new AppError('marks_unreadable');
      const name = attributes.class ?? '';
      if (element !== 'span' && /^(bookTitle|authors|noteHeading|noteText|sectionHeading)$/.test(name)) {
        block = { name, text: '', color: null };
        blocks.push(block);
      }
      const [, color] = /^highlight_(\w{1,20})$/.exec(name) ?? [];
      if (block && color) block.color = color;
      if (block && element === 'br') block.text += '\n';
    },
    ontext(text) {
      if (block) block.text += text;
    },
    onclosetag(element) {
      depth -= 1;
      if (element === 'div' || /^h\d$/.test(element)) block = null;
    },
  });
  parser.end(html);
  for (const each of blocks) each.text = each.text.replace(/[ \t\r\n]+/g, ' ').trim();
  return blocks;
}
