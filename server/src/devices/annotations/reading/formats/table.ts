import { parseCsv } from '@lectern/shared-contracts/domain/csv.ts';
import { parseIsbn } from '../../../../library/identity/isbn.ts';
import { markFrom, moment, momentOf, SetsByBook } from './foreignMark.ts';
import type { MarkSet } from './mark.ts';

/** Names of columns: those of Readwise, of exports of Apple Books, and of the database of Apple Books. */
const columns = {
  text: ['highlight', 'highlighted text', 'selected text', 'text', 'quote', 'zannotationselectedtext'],
  title: ['book title', 'title', 'book', 'ztitle'],
  author: ['book author', 'author', 'authors', 'zauthor'],
  note: ['note', 'notes', 'annotation', 'zannotationnote'],
  color: ['color', 'colour', 'style', 'zannotationstyle'],
  tags: ['tags'],
  isbn: ['isbn', 'isbn13'],
  location: ['location', 'page'],
  locationType: ['location type'],
  created: ['highlighted at', 'created', 'created at', 'date', 'date created', 'zannotationcreationdate'],
  modified: ['modified', 'updated', 'updated at', 'date modified', 'zannotationmodificationdate'],
} as const;
type Column = keyof typeof columns;

/** Styles of Apple Books by number. */
const appleColors: Readonly<Record<string, string>> = {
  '1': 'green',
  '2': 'blue',
  '3': 'yellow',
  '4': 'pink',
  '5': 'purple',
};
/** Dates of Apple begin in 2001. */
const appleEpoch = Date.UTC(2001, 0, 1);

function columnsOf(header: readonly string[]): Map<Column, number> {
  const names = header.map((name) => name.trim().toLowerCase());
  const found = new Map<Column, number>();
  for (const [column, known] of Object.entries(columns)) {
    const at = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) found.set(column as Column, at);
  }
  return found;
}

/** Whether a table has a column of words and one of titles. */
export function isMarksTable(text: string): boolean {
  const [header = []] = parseCsv(text.slice(0, 5_000));
  const found = columnsOf(header);
  return found.has('text') && found.has('title');
}

/** Reads a table with a row for each highlight or note, as Readwise and exports of Apple Books have it. */
export function readTable(text: string): MarkSet[] {
  const [header = [], ...rows] = parseCsv(text);
  const found = columnsOf(header);
  const sets = new SetsByBook();
  for (const row of rows) {
    const cell = (column: Column) => row[found.get(column) ?? -1] ?? '';
    const [words, note] = [cell('text'), cell('note')];
    if (words.trim() === '' && note.trim() === '') continue;
    const isbn = parseIsbn(cell('isbn'))?.isbn13 ?? null;
    const set = sets.of({ title: cell('title'), author: cell('author'), isbn });
    const [digits] = /\d{1,9}/.exec(cell('location')) ?? [];
    const place = digits === undefined ? null : Number(digits);
    const isPage = cell('locationType').toLowerCase() === 'page' || !found.has('locationType');
    const style = cell('color');
    set.marks.push(
      markFrom(set.about, {
        kind: words.trim() === '' ? 'note' : 'highlight',
        text: words,
        note,
        created: dateOf(cell('created')),
        modified: dateOf(cell('modified')) ?? dateOf(cell('created')),
        page: isPage ? place : null,
        order: place,
        color: appleColors[style] ?? style,
        style: style === '0' ? 'underline' : 'highlight',
        tags: cell('tags').split(','),
      }),
    );
  }
  return sets.all;
}

/** A date as text, or seconds since 2001. */
const dateOf = (text: string): string | null =>
  /^\d{6,10}(\.\d+)?$/.test(text.trim()) ? moment(appleEpoch + Number(text) * 1_000) : momentOf(text);
