import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { shortTitle } from '../books.ts';

/** Three questions that these books can answer: about a book, about highlights or another book, what to read next. */
export function exampleQuestions(
  t: Translate,
  books: readonly Book[],
  highlights: readonly Highlight[],
): string[] {
  const byRecency = books
    .filter(({ format }) => format !== 'none')
    .sort((a, b) => Date.parse(b.last_opened ?? b.created_at) - Date.parse(a.last_opened ?? a.created_at));
  const marked = byRecency.find(({ id }) => highlights.some(({ book_id }) => book_id === id));
  const [first, ...others] = byRecency.filter((book) => book !== marked);
  // A paper or a manual does not talk about love.
  const story = others.find(({ format }) => format === 'epub');
  const questions = [
    first && t('What is {{title}} about?', { title: shortTitle(first.title) }),
    marked && t('What did I highlight in {{title}}?', { title: shortTitle(marked.title) }),
    story && t('Where does {{title}} talk about love?', { title: shortTitle(story.title) }),
    t('How much did I read this week?'),
  ].filter((question) => question !== undefined);
  return [...questions.slice(0, 2), t('What should I read next?')];
}
