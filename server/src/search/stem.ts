import { otherIrregularForms } from '@lectern/shared-contracts/domain/dictionary/irregularForms.ts';
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';

/** Stemmers by language, besides English. */
const snowball: Readonly<Record<string, (word: string) => string>> = {
  ar: arabic,
  de: german,
  es: spanish,
  fr: french,
  pt: portuguese,
};

/** The stem of a folded word: by Snowball, in English by the rules below. */
export function stemIn(language: string, word: string): string {
  if (language === 'en') return stem(word);
  return snowball[language]?.(word) ?? word;
}

/** The letters that a word and its stem have in common: by this prefix its forms are looked up in the index. */
export function beginningIn(language: string, word: string): string {
  const stemmed = stemIn(language, word);
  let length = 0;
  while (length < stemmed.length && stemmed[length] === word[length]) length += 1;
  return length >= leastBeginning ? word.slice(0, length) : word;
}

/** Irregular forms of a word that do not have its prefix. */
export function otherFormsIn(language: string, word: string): string[] {
  if (language !== 'en') return [];
  const beginning = beginningIn(language, word);
  return otherIrregularForms(word).filter((form) => !form.startsWith(beginning));
}

/** A shorter prefix matches too many other words. */
const leastBeginning = 3;

/**
 * The prefix that the forms of an English word have in common: 'whale' for whale, whales and whale’s; 'appal' for
 * appalled and appalling. It only has to find the forms and need not be a word.
 */
export function stem(word: string): string {
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
