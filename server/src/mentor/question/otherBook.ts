import { foldWord, isUnspaced } from '../../store/textTokens.ts';
import { otherBookWords } from './languages/otherBookWords.ts';
import { worded } from './phrases.ts';

/** How a question that asks the one before of another book names it: after a preposition ("And in Emma?") or not. */
export type OtherBookNaming = 'in' | 'alone';

/**
 * How a question names a book and says nothing else: "And in Emma?". Null for any other question.
 * @param title where its title is in the text
 */
export function namesOtherBook(
  text: string,
  { start, end }: { start: number; end: number },
): OtherBookNaming | null {
  const [before, after] = [text.slice(0, start), text.slice(end)].map((part) => worded(part).trim());
  if (before === undefined || after === undefined) return null;
  for (const words of languages) {
    if (after !== '' && !words.after.includes(after)) continue;
    // Where there is no phrase before the title, "は" after it is one.
    if (before === '' && (after === '' || !isUnspaced(after) || !words.before.includes(''))) continue;
    for (const phrase of words.before) {
      const rest = restAfter(phrase, before);
      if (rest === '') return endsWithPreposition(before, after) ? 'in' : 'alone';
      if (rest?.split(' ').every((word) => words.between.has(word))) return 'in';
    }
  }
  return null;
}

/** The words after a phrase; null where the text begins with another. */
function restAfter(phrase: string, text: string): string | null {
  if (text === phrase) return '';
  if (isUnspaced(text)) return text.startsWith(phrase) ? text.slice(phrase.length) : null;
  return phrase !== '' && text.startsWith(`${phrase} `) ? text.slice(phrase.length + 1) : null;
}

/** Prepositions that are joined to "and" or follow the title. */
const endsWithPreposition = (before: string, after: string) =>
  /^و(?:في|من|عن)$/u.test(before) || /^[でに里中]/u.test(after);

const languages = otherBookWords.map(({ before, between, after }) => ({
  before: before.map((phrase) => worded(phrase).trim()),
  between: new Set(between.split(' ').filter(Boolean).map(foldWord)),
  after: after.map((phrase) => worded(phrase).trim()),
}));
