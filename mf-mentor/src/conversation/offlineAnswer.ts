import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import type { HostOfflineBooks, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { searchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { PendingQuestion } from './useMentor.ts';

const [mostFound, mostShown] = [40, 5];

/**
 * Question and answer without the server: passages of the downloaded books. They are not kept.
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
  const passages = found
    .filter(({ book_id }) => bookIds.length === 0 || bookIds.includes(book_id))
    .slice(0, mostShown);
  const words = searchQuery(question)?.words ?? [];
  const said =
    passages.length === 0
      ? t('You are offline. Your downloaded books do not have these words.')
      : t('You are offline. Your downloaded books say:');
  const quotations = passages.map((passage, at) => `> ${marked(passage, words)} [${at + 1}]`);
  const common = { created_at: new Date().toISOString() };
  return [
    { ...common, id: crypto.randomUUID(), role: 'reader', text: question, citations: [] },
    {
      ...common,
      id: crypto.randomUUID(),
      role: 'mentor',
      text: [said, ...quotations].join('\n\n'),
      citations: passages.map((passage, at) => ({ ...passage, kind: 'passage', number: at + 1 })),
    },
  ];
}

/** A passage in one line, with the words marked. */
function marked(passage: Passage, words: readonly string[]): string {
  const line = passage.text.replace(/\s+/g, ' ').trim();
  return line.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) =>
    words.some((wanted) => foldText(word).startsWith(wanted)) ? `\uE000${word}\uE001` : word,
  );
}
