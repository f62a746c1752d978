/** Titles of an article and a noun, whose article changes in a sentence: "im Zauberberg", "del Quijote". */
import { foldWord } from '../store/textTokens.ts';
import { asksForBookAlone } from './question/bookLeftOut.ts';

const german = /(?<!\p{L})(im|am|vom|zum|zur|beim|de[nmrs]|die|das)\s+["„“»«‚‘›]?(\p{Lu}\p{L}+)/gu;
const romance: Readonly<Record<string, string>> = {
  ...{ du: 'le', au: 'le', des: 'les', aux: 'les', del: 'el', al: 'el' },
  ...{ do: 'o', no: 'o', ao: 'o', pelo: 'o', da: 'a', na: 'a', à: 'a', pela: 'a' },
  ...{ dos: 'os', nos: 'os', aos: 'os', das: 'as', nas: 'as', às: 'as' },
};
const contracted = new RegExp(
  `(?<!\\p{L})(${Object.keys(romance).join('|')})\\s+["“«]?\\s*(\\p{Lu}\\p{L}+)`,
  'gu',
);

/** The titles of an article and a noun that a text may mean, with the article that they begin with. */
export function titlesWithArticle(text: string): string[] {
  const titles = [...text.matchAll(german)].flatMap(([, article, noun = '']) => {
    const nouns = article === 'des' ? [noun, noun.replace(/e?s$/, ''), noun.replace(/s$/, '')] : [noun];
    return nouns.flatMap((one) => ['der', 'die', 'das'].map((full) => `${full} ${one}`));
  });
  const others = [...text.matchAll(contracted)].map(
    ([, article = '', noun]) => `${romance[article]} ${noun}`,
  );
  return [...new Set([...titles, ...others])];
}

/**
 * Whether a text means a title by a German noun with an article: in quotation marks, after "in" ("in der Verwandlung"),
 * or where it asks for a book and nothing else ("Wer hat den Prozess geschrieben?").
 */
export function isTitleWithArticle(key: string, text: string): boolean {
  const noun = key.split(' ').at(-1) ?? '';
  const isMeant = [...text.matchAll(quotedOrInside)].some(([, word = '']) => foldWord(word) === noun);
  return isMeant || asksForBookAlone(text, (word) => isForm(foldWord(word), noun));
}

const quotedOrInside = /(?:["„“»«‚‘›]|(?<!\p{L})[Ii]n de[rmn]\s+)(\p{Lu}\p{L}+)/gu;

/** Whether a folded word is a German noun or its genitive. */
export const isForm = (word: string, noun: string): boolean =>
  word === noun || word === `${noun}s` || word === `${noun}es`;
