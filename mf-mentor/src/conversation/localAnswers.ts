import type { Book, Passage } from '@lectern/shared-contracts/api/books.ts';
import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { firstValue } from '@lectern/shared-contracts/contract/firstValue.ts';
import type { Host, HostData, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { searchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { MentorRequest } from '../chips/requestFor.ts';

const [mostFound, mostShown] = [40, 5];

/** A question and an answer that the server does not keep, or not yet. */
export function localMessages(
  question: string,
  answer: Partial<MentorMessage>,
  id: string = crypto.randomUUID(),
): [MentorMessage, MentorMessage] {
  const common = { text: '', citations: [], created_at: new Date().toISOString() };
  return [
    { ...common, id, role: 'reader', text: question },
    { ...common, id: `${id}-answer`, role: 'mentor', ...answer },
  ];
}

/**
 * What can be answered without the server: passages of the downloaded books, those after the reader's place folded.
 * @throws Error when no book is downloaded
 */
export async function offlineAnswer(
  { offlineBooks, data }: Pick<Host, 'offlineBooks' | 'data'>,
  { text: question, bookIds = [] }: MentorRequest,
  books: ReadonlyMap<string, Book>,
  t: Translate,
): Promise<[MentorMessage, MentorMessage]> {
  const found = await offlineBooks.search(question, mostFound).catch(() => {
    throw new Error(text('You are offline, and there is no downloaded book to search.'));
  });
  const passages = found.filter(({ book_id }) => bookIds.length === 0 || bookIds.includes(book_id));
  const placed = await Promise.all(
    passages.map(async (passage) => ({
      ...passage,
      ahead: await isAhead(data, passage, books.get(passage.book_id)),
    })),
  );
  const shown = [false, true].flatMap((ahead) =>
    placed.filter((passage) => passage.ahead === ahead).slice(0, mostShown),
  );
  const words = searchQuery(question)?.words ?? [];
  const mark = (word: string) =>
    words.some((wanted) => foldText(word).startsWith(wanted)) ? `\uE000${word}\uE001` : word;
  const quotations = shown.map(
    (passage, at) =>
      `${passage.ahead ? '||>' : '>'} ${passage.text.replace(/\s+/g, ' ').replace(/[\p{L}\p{N}\p{M}]+/gu, mark)} [${at + 1}]`,
  );
  const said =
    shown.length === 0
      ? t('You are offline. Your downloaded books do not have these words.')
      : t('You are offline. Your downloaded books say:');
  return localMessages(question, {
    text: [said, ...quotations].join('\n\n'),
    citations: shown.map((passage, at) => ({ ...passage, kind: 'passage', number: at + 1 })),
  });
}

/** Whether a passage is after the reader's place in a book under way; where the place is not known, it is. */
async function isAhead(data: HostData, { book_id, position }: Passage, book?: Book): Promise<boolean> {
  if (!book || book.completed || book.progress === 0) return false;
  const place = await firstValue(data.watch('GET /books/:id/progress', { params: { id: book_id } }));
  const [at, here] = [position, place?.position];
  if (!at || !here) return true;
  if (at.spine_index === undefined || here.spine_index === undefined)
    return (at.page ?? 0) > (here.page ?? 0);
  const items = at.spine_index - here.spine_index;
  return items > 0 || (items === 0 && (at.fraction ?? 0) > (here.fraction ?? 0));
}
