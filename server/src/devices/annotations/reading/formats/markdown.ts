import { type ForeignMark, markFrom, SetsByBook } from './foreignMark.ts';
import type { MarkSet } from './mark.ts';

/** Whether a text has quotations, or a heading for highlights, as Markdown. */
export const isMarkdown = (text: string): boolean =>
  /^> ?\S/m.test(text) || (heading.test(text) && /^\s*[-*] \S/m.test(text));

const heading = /^#{1,4} +highlights?\b.*$/im;
const note = /^\s*(?:[-*>]\s*)?(?:\*\*|_)?(?:note|comment|thought|my note)s?:?(?:\*\*|_)?:?\s+/iu;
const metadata =
  /^\s*(?:[-*]\s*)?(?:\*\*|_)?(full title|title|book|author|authors)(?:\*\*|_)?\s*::?\s*(?:\*\*)?\s*(.+)$/iu;

/**
 * Reads notes about a book in Markdown, in the shapes that exporters for Obsidian write: front matter or lines with
 * title and author, then quotations (`> …`), or list items and paragraphs below a heading "Highlights". What is
 * indented below a highlight, or follows a quotation, is its note. Each heading of the first level is a book.
 */
export function readMarkdown(source: string): MarkSet[] {
  const text = source.replaceAll('\r\n', '\n');
  const [, front = ''] = /^\uFEFF?---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const sets = new SetsByBook();
  const known = detailsIn(front);
  const body = text.slice(front === '' ? 0 : text.indexOf('\n---\n', 4) + 5);
  const parts = body.split(/^(?=# )/m);
  for (const part of parts) {
    const [, title = ''] = /^# +(.+)$/m.exec(part) ?? [];
    const details = { ...known, ...detailsIn(part.split(heading)[0]?.split(/^>/m)[0] ?? '') };
    const marks = marksIn(part);
    if (marks.length === 0) continue;
    const set = sets.of({ title: details.title ?? withoutMarkup(title), author: details.author ?? '' });
    set.marks.push(...marks.map((mark) => markFrom(set.about, mark)));
  }
  return sets.all;
}

function detailsIn(text: string): { title?: string; author?: string } {
  const details: { title?: string; author?: string } = {};
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = metadata.exec(line) ?? [];
    const words = withoutMarkup(value).replace(/^["'](.*)["']$/, '$1');
    if (/author/i.test(name)) details.author ??= words;
    else if (name !== '') details.title ??= words;
  }
  return details;
}

function marksIn(text: string): ForeignMark[] {
  const marks: ForeignMark[] = [];
  const [, below] = text.split(heading);
  let isOpen = false;
  for (const block of (below ?? text).split(/\n[ \t]*\n|\n(?=[-*] )/)) {
    const last = marks.at(-1);
    const lines = block.split('\n').filter((line) => line.trim() !== '' && !/^#{1,6} |^---+$/.test(line));
    const [first = ''] = lines;
    if (first === '') continue;
    const quoted = lines.filter((line) => line.startsWith('>'));
    if (quoted.length > 0) {
      const rest = lines.filter((line) => !line.startsWith('>'));
      const words = quoted.map((line) => line.replace(/^>+ ?/, ''));
      // A callout of Obsidian begins with its kind.
      marks.push(highlightOf(words.filter((line) => !/^\[!\w+\]/.test(line)).join('\n'), rest.join('\n')));
      isOpen = true;
    } else if (below !== undefined && /^[-*] /.test(first)) {
      const inner = lines.slice(1).filter((line) => /^\s+/.test(line));
      marks.push(
        highlightOf(first.slice(2), inner.map((line) => line.trim().replace(/^[-*] /, '')).join('\n')),
      );
      isOpen = true;
    } else if (below !== undefined && /location:|\^ref-/i.test(block)) {
      marks.push(highlightOf(lines.join('\n'), ''));
      isOpen = true;
    } else if (isOpen && last && (note.test(first) || last.note === '')) {
      last.note = withoutNote(lines.join('\n'));
      isOpen = false;
    }
  }
  return marks.filter((mark) => mark.text !== '');
}

function highlightOf(words: string, said: string): ForeignMark {
  const [, location] = /\b(?:location|loc\.?|page|p\.)\s*:?\s*\[?(\d{1,9})/i.exec(words) ?? [];
  const order = location === undefined ? null : Number(location);
  return { kind: 'highlight', text: withoutMarkup(words), note: withoutNote(said), order };
}

const withoutNote = (text: string): string => withoutMarkup(text.replace(note, ''));

/** The words without links, emphasis, places and anchors. Lengths are limited, so that a file cannot make it slow. */
const withoutMarkup = (text: string): string =>
  text
    .slice(0, longest)
    .replace(/\s{0,9}\(?\[(?:location|loc\.?|page|p\.)\s{0,9}\d{1,9}[^\]]{0,99}\]\([^)]{0,999}\)\)?/giu, '')
    .replace(
      /\s{0,9}[—–-]{1,9}\s{0,9}(?:location|page)\s{0,9}:?\s{0,9}\[?\d{1,9}\]?(?:\([^)]{0,999}\))?/giu,
      '',
    )
    .replace(/\s{0,9}\^[\w-]{1,99}\s{0,9}$/gmu, '')
    .replace(/\[\[(?:[^\]|]{0,499}\|)?([^\]]{0,499})\]\]/gu, '$1')
    .replace(/!?\[([^\]]{0,999})\]\([^)]{0,999}\)/gu, '$1')
    .replace(/(\*\*|__|==|~~)(.{1,999}?)\1/gsu, '$2')
    .replace(/(^|[\s(])([*_])(\S(?:.{0,999}?\S)?)\2(?=[\s).,;:!?]|$)/gmu, '$1$3')
    .trim();

/** Characters of the longest note. */
const longest = 100_000;
