import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { oneLine, quotation, withoutHtml } from '@lectern/shared-contracts/domain/notes/markdownText.ts';
import { type LocalTime, localTime } from '../../library/gamification/userCalendar.ts';

export interface MarkedBook {
  title: string;
  author: string;
}

export interface ExportedHighlight {
  text: string;
  color: string;
  page: number | null;
  position: Locator | null;
  note: string | null;
  created_at: string;
}

export interface ExportedNote {
  title: string;
  content: string;
  type: string;
  page: number | null;
  position: Locator | null;
  tags: readonly string[];
  created_at: string;
}

/**
 * Renders the highlights and notes of a book, each with its location, in chunks.
 * @param highlights and notes, sorted (`byPlace`)
 * @param local the user's calendar, for the days
 */
export async function* asMarkdown(
  book: MarkedBook | null,
  highlights: AsyncIterable<ExportedHighlight>,
  notes: AsyncIterable<ExportedNote>,
  local: LocalTime = localTime('UTC'),
): AsyncGenerator<string> {
  yield book ? `# ${oneLine(book.title)}` : '# Notes of no book';
  if (book?.author) yield `\n\n*${oneLine(book.author)}*`;
  yield* section('## Highlights', highlights, (item) => highlight(item, book, local));
  yield* section('## Notes', notes, (item) => note(item, book, local));
  yield '\n';
}

async function* section<Item>(
  heading: string,
  items: AsyncIterable<Item>,
  write: (item: Item) => string,
): AsyncGenerator<string> {
  let begun = false;
  for await (const item of items) {
    if (!begun) yield `\n\n${heading}`;
    begun = true;
    yield `\n\n${write(item)}`;
  }
}

function highlight(item: ExportedHighlight, book: MarkedBook | null, local: LocalTime): string {
  const parts = [quotation(item.text), `— ${source(item, book, local)} · ${item.color}`];
  if (item.note) parts.push(withoutHtml(item.note.trim()));
  return parts.join('\n\n');
}

function note(item: ExportedNote, book: MarkedBook | null, local: LocalTime): string {
  const about = [source(item, book, local), ...(item.type === 'note' ? [] : [item.type])];
  if (item.tags.length > 0) about.push(item.tags.map((tag) => `#${oneLine(tag)}`).join(' '));
  const parts = item.title ? [`### ${oneLine(item.title)}`] : [];
  const words = item.position?.quote?.exact;
  if (words) parts.push(quotation(words));
  parts.push(withoutHtml(item.content.trim()), `— ${about.join(' · ')}`);
  return parts.join('\n\n');
}

/** Moby-Dick, p. 12 · 2026-01-31 */
function source({ page, position, created_at }: Placed, book: MarkedBook | null, local: LocalTime): string {
  const at = page ?? position?.page ?? null;
  const place = [...(book ? [oneLine(book.title)] : []), ...(at === null ? [] : [`p. ${at}`])].join(', ');
  return [...(place ? [place] : []), local.day(created_at)].join(' · ');
}

interface Placed {
  page: number | null;
  position: Locator | null;
  created_at: string;
}

/** Sort key of a highlight or note; small, because all keys of a user are held in memory. */
export interface PlaceKey {
  id: string;
  page: number;
  spine: number;
  fraction: number;
  created_at: string;
}

export const placeKey = ({ id, page, position, created_at }: Placed & { id: string }): PlaceKey => ({
  id,
  page: page ?? position?.page ?? Number.MAX_SAFE_INTEGER,
  spine: position?.spine_index ?? 0,
  fraction: position?.fraction ?? 0,
  created_at,
});

/** Sorts by page. */
export const byPlace = (a: PlaceKey, b: PlaceKey): number =>
  a.page - b.page || a.spine - b.spine || a.fraction - b.fraction || a.created_at.localeCompare(b.created_at);
