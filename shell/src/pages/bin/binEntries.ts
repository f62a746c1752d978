import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import type { BinEntry, BinKind } from '@lectern/shared-contracts/api/bin.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import type { LibraryNavigation } from '@lectern/shared-contracts/contract/navigationStates.ts';
import type { RestoreFromBin } from '@lectern/shared-contracts/contract/syncActions.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Kinds in the plural, as text keys, in the order in which they are offered. */
export const kindLabels: Readonly<Record<BinKind, string>> = {
  book: text('Books'),
  note: text('Notes'),
  highlight: text('Highlights'),
  bookmark: text('Bookmarks'),
  collection: text('Collections'),
  session: text('Sessions'),
  conversation: text('Conversations'),
  word: text('Words'),
  goal: text('Goals'),
  reading: text('Readings'),
  row: text('Other entries'),
  file: text('Files'),
};

export const binKinds = Object.keys(kindLabels) as readonly BinKind[];

/** Kinds in the singular, as text keys; also for an entry without a title or text. */
export const kindNames: Readonly<Record<BinKind, string>> = {
  book: text('A book'),
  note: text('A note'),
  highlight: text('A highlight'),
  bookmark: text('A bookmark'),
  collection: text('A collection'),
  session: text('A reading session'),
  conversation: text('A conversation'),
  word: text('A word you looked up'),
  goal: text('A goal'),
  reading: text('A reading of a book'),
  row: text('A saved entry'),
  file: text('A file'),
};

/**
 * What an entry is called, in about 80 characters: that of a part by what it says itself, a reading by its days.
 * @param day formats a moment
 */
export function titleOf(
  { kind, title, excerpt }: BinEntry,
  t: Translate,
  day: (at: string) => string,
): string {
  const found = (kind === 'row' ? '' : title.trim()) || excerpt.trim();
  if (found === '') return t(kindNames[kind]);
  const words = kind === 'reading' ? found.split('\n').map(day).join(' – ') : found;
  return words.length > 80 ? `${words.slice(0, 79).trimEnd()}…` : words;
}

/** What a part calls such entries, else its first page, as a text key; its name when it has neither. */
export function keptIn({ title: part, row }: BinEntry, contents: RemoteContents): string {
  const { data = [], pages = [] } = contents.get(part) ?? {};
  return data.find(({ name }) => name === row?.collection)?.title ?? pages[0]?.title ?? part;
}

/** The write that restores an entry. */
export function payloadOf(entry: BinEntry): RestoreFromBin {
  const { id, kind, thing_id, book_id, book_in_bin, note, highlight, bookmark, collection, word, row } =
    entry;
  const things = { note, highlight, bookmark, collection, word, row };
  const known = Object.fromEntries(Object.entries(things).filter(([, thing]) => thing !== undefined));
  return { id, kind, thing_id, book_id, book_in_bin, ...known };
}

/** Where an entry is shown once it is restored. */
export function addressOf({ kind, thing_id, book_id }: BinEntry): { to: string; state?: LibraryNavigation } {
  const ofBook = book_id === null ? '/library' : `/books/${book_id}`;
  switch (kind) {
    case 'book':
      return { to: `/books/${thing_id}` };
    case 'note':
    case 'highlight':
      return { to: '/library', state: { page: 'notes', highlight: thing_id } };
    case 'collection':
      return { to: '/library', state: { page: 'collections', highlight: thing_id } };
    case 'bookmark':
      return { to: book_id === null ? '/library' : `/read/${book_id}` };
    case 'session':
    case 'reading':
    case 'file':
      return { to: ofBook };
    case 'conversation':
      return { to: '/mentor' };
    case 'word':
      return { to: '/words' };
    case 'row':
      return { to: '/' };
    case 'goal':
      return { to: '/gamification' };
  }
}
