import type { LookedUpWord } from '@lectern/shared-contracts/api/words.ts';
import type { DictionaryEntry } from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';
import type { FoundEntry } from '@lectern/shared-contracts/domain/dictionary/lookUp.ts';
import type { Selected, Surroundings } from '../engine/renderer.ts';
import { segmentSentences } from '../engine/segmentSentences.ts';

const maxWordLength = 200;
const maxMeaningLength = 500;
/** A book may say that it is in any language; only a tag is kept. */
const languageTag = /^[A-Za-z0-9-]{2,35}$/;

/** The start of a dictionary entry, on one line. */
function meaningOf({ senses, text }: DictionaryEntry): string {
  const definitions = senses
    ? senses
        .slice(0, 3)
        .map(({ definition }) => definition)
        .join('; ')
    : (text ?? '');
  const line = definitions.replace(/\s+/g, ' ').trim();
  return line.length <= maxMeaningLength
    ? line
    : `${line.slice(0, maxMeaningLength).toWellFormed().trim()} …`;
}

/**
 * The entry for the word list; null when no dictionary has the whole selection, or the word is listed already with
 * the same sentence.
 */
export function lookedUpWord(
  { text, around, locator }: Selected,
  entries: readonly FoundEntry[],
  book: { id: string; language: string | null },
  list: readonly Pick<LookedUpWord, 'headword' | 'sentence'>[],
): Omit<LookedUpWord, 'id' | 'created_at'> | null {
  const [first] = entries;
  if (!first || text.length > maxWordLength || !text.includes(first.words)) return null;
  // A sentence that was looked up word by word is not listed.
  if (first.words.length < text.replace(/[^\p{L}\p{N}\s'’-]+/gu, '').trim().length) return null;
  const sentence = sentenceOf(text, around, book.language);
  const headword = first.entry.word;
  if (list.some((other) => other.headword === headword && other.sentence === sentence)) return null;
  return {
    word: text,
    headword,
    language: languageTag.test(book.language ?? '') ? book.language : null,
    sentence,
    meaning: meaningOf(first.entry),
    book_id: book.id,
    position: locator,
  };
}

const maxLength = 600;

/**
 * The sentence or sentences around selected words; null without context.
 * @param language of the text (BCP 47)
 */
export function sentenceOf(
  selected: string,
  around: Surroundings | undefined,
  language: string | null,
): string | null {
  if (!around) return null;
  const whole = `${around.before}${selected}${around.after}`;
  const start = around.before.length;
  const end = start + selected.length;
  const parts = segmentSentences(whole, language).filter(
    ({ index, segment }) => index < end && index + segment.length > start,
  );
  const sentence = parts
    .map(({ segment }) => segment)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (sentence.length <= maxLength) return sentence === '' ? null : sentence;
  const at = Math.max(0, sentence.indexOf(selected) - maxLength / 2);
  return `… ${sentence
    .slice(at, at + maxLength)
    .toWellFormed()
    .trim()} …`;
}
