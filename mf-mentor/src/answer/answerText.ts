import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { inLanguage, mentorWords } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { unmarked } from './parseAnswer.ts';

/** An answer in the language of the page. Text of a model, or of phrases unknown here, is left unchanged. */
export function answerText(
  { text, said }: Pick<MentorMessage, 'text' | 'said'>,
  language: string,
  t: Translate,
): string {
  const isTranslatable = said?.every((parts) =>
    parts.every((part) => typeof part === 'string' || Object.hasOwn(mentorWords, part.say)),
  );
  if (!said || !isTranslatable) return text;
  return said.map((parts) => inLanguage(parts, language, t)).join('\n\n');
}

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
