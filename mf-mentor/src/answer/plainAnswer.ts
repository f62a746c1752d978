import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { unmarked } from './parseAnswer.ts';

/** An answer as plain text, followed by the sources that it cites. */
export function plainAnswer({ text, citations }: Pick<MentorMessage, 'text' | 'citations'>): string {
  const words = unmarked(text)
    .replace(/^\|\|>? ?/gm, '')
    .trim();
  const cited = citations.filter(({ number }) => words.includes(`[${number}]`));
  const sources = cited.map(
    ({ number, book_title, author, chapter }) =>
      `[${number}] ${[author, book_title, chapter].filter(Boolean).join(', ')}`,
  );
  return sources.length === 0 ? words : `${words}\n\n${sources.join('\n')}`;
}
