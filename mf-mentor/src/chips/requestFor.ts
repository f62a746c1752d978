import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { shortTitle } from '../books.ts';
import type { MentorChip } from './chips.ts';

/** What is asked of the mentor. */
export interface MentorRequest {
  /** Sent, and shown as the question. */
  text: string;
  /** Empty for all books; undefined where the text decides. */
  bookIds?: readonly string[] | undefined;
  /** Of a chip; a typed question has none. */
  task?: MentorTask | undefined;
  /** The title of a chapter of the first book. */
  chapter?: string | null | undefined;
  /** A text to translate, instead of a question to the library. */
  translate?: string | undefined;
  /** Include text after the reader's position. */
  spoilers?: boolean | undefined;
}

export interface ChipScope {
  /** The book of chips that are about one. */
  book: Book | undefined;
  /** The chosen books; undefined where the text decides. */
  bookIds: readonly string[] | undefined;
}

export interface Chosen {
  chapter?: string | null;
  name?: string;
  /** The line that was typed instead of a click. */
  line?: string;
}

/** What is asked by a chip, in the words of the page. */
export function requestFor(
  chip: MentorChip,
  { book, bookIds }: ChipScope,
  t: Translate,
  { chapter = null, name: who, line }: Chosen = {},
): MentorRequest {
  const { name, about } = chip;
  const task = chip.task === 'translate' ? undefined : chip.task;
  const title = about === 'book' && book ? shortTitle(book.title) : null;
  const request = who ? t('Who is {{name}}?', { name: who }) : (chapter ?? t(name));
  const text = line ?? (title === null ? request : t('{{request}}: {{title}}', { request, title }));
  if (about === 'none') return { task, text };
  return { task, text, bookIds: about === 'book' && book ? [book.id] : bookIds, chapter };
}
