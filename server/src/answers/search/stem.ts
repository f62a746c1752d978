import { otherIrregularForms } from '@lectern/shared-contracts/domain/dictionary/irregularForms.ts';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';

/** Stemmers by language, besides English. */
const stemmers: Readonly<Record<string, (word: string) => string>> = {
  ar: lightArabic,
  de: german,
  es: spanish,
  fr: french,
  pt: portuguese,
};

/** The stemmer of a word: in Cyrillic and Arabic letters by the script, since books of any language may have them. */
function stemmerOf(language: string, word: string): ((word: string) => string) | null {
  if (/\p{Script=Cyrillic}/u.test(word)) return russian;
  if (/\p{Script=Arabic}/u.test(word)) return lightArabic;
  if (language === 'en') return /[a-z]/.test(word) ? stem : null;
  return stemmers[language] ?? null;
}

/** The stem of a folded word: by Snowball, in English and Arabic by the rules below. */
export function stemIn(language: string, word: string): string {
  return stemmerOf(language, word)?.(word) ?? word;
}

/**
 * The beginnings of a word's forms: by these prefixes they are looked up in the index. One, which the word and its stem
 * have in common; in Arabic one for each article or preposition that may precede it.
 */
export function beginningsIn(language: string, word: string): readonly string[] {
  const stemmed = stemIn(language, word);
  if (/\p{Script=Arabic}/u.test(word))
    return stemmed.length >= leastBeginning ? proclitics.map((before) => before + stemmed) : [word];
  let length = 0;
  while (length < stemmed.length && stemmed[length] === word[length]) length += 1;
  return [length >= leastBeginning ? word.slice(0, length) : word];
}

/** Irregular forms of a word that do not have its prefix. */
export function otherFormsIn(language: string, word: string): string[] {
  if (language !== 'en') return [];
  const beginnings = beginningsIn(language, word);
  return otherIrregularForms(word).filter(
    (form) => !beginnings.some((beginning) => form.startsWith(beginning)),
  );
}

/** A folded word, with what its forms are found and told by. */
export interface WordForms {
  language: string;
  folded: string;
  stem: string;
  /** Its forms begin so. */
  beginnings: readonly string[];
  /** Irregular forms, which do not. */
  irregular: readonly string[];
}

export const formsOf = (language: string, folded: string): WordForms => ({
  language,
  folded,
  stem: stemIn(language, folded),
  beginnings: beginningsIn(language, folded),
  irregular: otherFormsIn(language, folded),
});

/** The terms by which the index finds a word in any form. */
export const termsOfForms = ({ beginnings, irregular }: WordForms) => [
  ...beginnings.map((beginning) => ({ words: [beginning], open: beginning.length >= leastBeginning })),
  ...irregular.map((form) => ({ words: [form], open: false })),
];

/** 1 for the word itself, 0.9 for a form of it, 0.1 for a word that only begins alike, 0 for any other. */
export function likeness(
  { language, folded, stem, beginnings, irregular }: WordForms,
  other: string,
): number {
  if (other === folded) return 1;
  if (irregular.includes(other)) return 0.9;
  if (!beginnings.some((beginning) => other.startsWith(beginning))) return 0;
  // Without a stemmer, as in Hebrew, every longer word is a form.
  return stemmerOf(language, folded) === null || stemIn(language, other) === stem ? 0.9 : 0.1;
}

/** Whether a likeness is that of a form. */
export const isForm = (likeness: number): boolean => likeness > 0.5;

/** What is joined to the beginning of Arabic words: "and", "the", "with", "for". */
const proclitics = ['', 'ال', 'وال', 'بال', 'لل', 'و', 'ب', 'ل'];

/** Without article, prepositions and endings (Larkey, "Light stemming for Arabic information retrieval", 2007). */
function lightArabic(word: string): string {
  let rest = word;
  const prefix = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال', 'و'].find((candidate) =>
    rest.startsWith(candidate),
  );
  if (prefix !== undefined && rest.length - prefix.length >= leastBeginning) rest = rest.slice(prefix.length);
  for (const ending of ['ها', 'يه', 'ية', 'ه', 'ة', 'ي', 'ات', 'ان', 'ون', 'ين'])
    if (rest.endsWith(ending) && rest.length - ending.length >= leastBeginning)
      rest = rest.slice(0, -ending.length);
  return rest;
}

/** A shorter prefix matches too many other words. */
const leastBeginning = 3;

/**
 * The prefix that the forms of an English word have in common: 'whale' for whale, whales and whale’s; 'appal' for
 * appalled and appalling. It only has to find the forms and need not be a word.
 */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  let rest = word;
  if (/(ies|ied)$/.test(rest)) rest = rest.slice(0, -3);
  else if (/(sses|shes|ches|xes|zes)$/.test(rest)) rest = rest.slice(0, -2);
  else if (/[^su]s$/.test(rest)) rest = rest.slice(0, -1);
  for (const [ending, least] of endings) {
    if (rest.endsWith(ending) && rest.length - ending.length >= least) {
      rest = rest.slice(0, -ending.length);
      break;
    }
  }
  if (rest.length > 4 && /([bdfgmnprt])\1$/.test(rest)) rest = rest.slice(0, -1);
  if (rest.length > 3 && /[eyi]$/.test(rest)) rest = rest.slice(0, -1);
  return rest;
}

/** Endings with the fewest letters that must be left. */
const endings: readonly (readonly [string, number])[] = [
  ['fulness', 3],
  ['ousness', 3],
  ['iveness', 3],
  ['ingly', 3],
  ['edly', 3],
  ['ation', 4],
  ['ments', 4],
  ['ment', 4],
  ['ness', 4],
  ['able', 4],
  ['ance', 4],
  ['ence', 4],
  ['ing', 3],
  ['est', 4],
  ['ed', 3],
  ['er', 4],
  ['ly', 4],
  ['al', 4],
];
