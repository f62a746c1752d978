import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { inLanguage, mentorWords } from '@lectern/shared-contracts/domain/mentorWords.ts';

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
