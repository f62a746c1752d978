import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { shortTitle } from '../books.ts';
import type { MentorChip } from './chips.ts';

export interface ChipScope {
  /** The book of chips that are about one. */
  book: Book | undefined;
  /** The chosen books; undefined where the text decides. */
  bookIds: readonly string[] | undefined;
}

export interface ChipRequest {
  task: MentorChip['task'];
  text: string;
  bookIds: readonly string[] | undefined;
  chapter?: string | null;
}

export interface Chosen {
  chapter?: string | null;
  name?: string;
  /** The line that was typed instead of a click. */
  line?: string;
}

/** What is asked by a chip, in the words of the page. */
export function requestFor(
  { task, name, about }: MentorChip,
  { book, bookIds }: ChipScope,
  t: Translate,
  { chapter = null, name: who, line }: Chosen = {},
): ChipRequest {
  const title = about === 'book' && book ? shortTitle(book.title) : null;
  const request = who ? t('Who is {{name}}?', { name: who }) : (chapter ?? t(name));
  const text = line ?? (title === null ? request : t('{{request}}: {{title}}', { request, title }));
  if (about === 'none') return { task, text, bookIds: undefined };
  return { task, text, bookIds: about === 'book' && book ? [book.id] : bookIds, chapter };
}
