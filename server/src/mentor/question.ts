import { fold } from '@lectern/shared-contracts/domain/searchQuery.ts';
import { queryWords } from '../store/textTokens.ts';

/** Words of questions that say nothing about what is looked for. */
const stopWords = new Set(
  `a about after again all also am an and any anything are as ask at be because been before being between book books both but by
  can could describe did do does doing done down during each else ever every explain few find first for from further get
  give had happen happened happens has have having he her here hers him his how i if in into is it its just know let like
  list look lot many me mean means mentor mention mentions might more most much must my of off on once one only or other
  our out over own passage passages please quote read remember said same say says she should show so some something such
  tell than that the their them then there these they thing things think this those through to too under until up upon us
  very want was we were what when where which while who whom whose why will with without would write written writes you
  your`.split(/\s+/),
);

/** What is looked for. */
export interface Question {
  text: string;
  /** Words that matter, as typed; never empty unless the text has no word at all. */
  words: readonly string[];
}

/** Leaves out the words of asking; when nothing is left, all of them count. */
export function parseQuestion(text: string): Question {
  const all = queryWords(text).filter((word) => [...word].length > 1);
  const telling = all.filter((word) => !stopWords.has(fold(word)));
  return { text, words: telling.length > 0 ? telling : all };
}

/**
 * The words as one query. The search takes its last word for unfinished, so the longest stands there: few others
 * begin with it.
 */
export function asQuery(words: readonly string[]): string {
  return [...words].sort((a, b) => a.length - b.length).join(' ');
}

/** 'whale' for 'whales' and the other way round: enough to find either in English. */
export function withVariants(words: readonly string[]): string[] {
  const variants = words.flatMap((word) => {
    if (!/^[a-z]{4,}$/i.test(word)) return [word];
    if (/ies$/i.test(word)) return [word, word.replace(/ies$/i, 'y')];
    if (/[^su]s$/i.test(word)) return [word, word.slice(0, -1)];
    return [word, `${word}s`];
  });
  return [...new Set(variants)];
}
