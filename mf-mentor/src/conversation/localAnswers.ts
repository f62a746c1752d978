import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import type { HostOfflineBooks, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { searchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { PendingQuestion } from './useMentor.ts';

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
 * What can be answered without the server: passages of the downloaded books.
 * @throws Error when no book is downloaded
 */
export async function offlineAnswer(
  offlineBooks: HostOfflineBooks,
  { text: question, bookIds = [] }: PendingQuestion,
  t: Translate,
): Promise<[MentorMessage, MentorMessage]> {
  const found = await offlineBooks.search(question, mostFound).catch(() => {
    throw new Error(text('You are offline, and there is no downloaded book to search.'));
  });
  const passages = found.filter(({ book_id }) => bookIds.length === 0 || bookIds.includes(book_id));
  const shown = passages.slice(0, mostShown);
  const words = searchQuery(question)?.words ?? [];
  const mark = (word: string) =>
    words.some((wanted) => foldText(word).startsWith(wanted)) ? `\uE000${word}\uE001` : word;
  const quotations = shown.map(
    (passage, at) =>
      `> ${passage.text.replace(/\s+/g, ' ').replace(/[\p{L}\p{N}\p{M}]+/gu, mark)} [${at + 1}]`,
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
