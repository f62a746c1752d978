import { foldedWords } from '../store/textTokens.ts';

/** The kind of word that answers a question. */
export type AnswerType = 'name' | 'number';

/** More of them say no more about whether a passage answers. */
const enough = 2;

/**
 * How likely a passage has an answer of this type, 0..1, by names or numbers that are not in the question. Expected
 * answer types are a standard part of question answering (Li and Roth, "Learning question classifiers", 2002).
 */
export function answersOfType(type: AnswerType, text: string, questionWords: ReadonlySet<string>): number {
  const candidates = type === 'name' ? namesIn(text) : numbersIn(text);
  const others = new Set(candidates.filter((word) => !questionWords.has(word)));
  return Math.min(enough, others.size) / enough;
}

/** Words with a capital within a sentence, folded. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}/gu)].flatMap(([name]) => foldedWords(name));
}

function numbersIn(text: string): string[] {
  return foldedWords(text).filter((word) => /^\p{N}/u.test(word) || numerals.has(word));
}

/** Number words of English, German, French, Spanish and Portuguese; not "one", which is an article as well. */
const numerals: ReadonlySet<string> = new Set(
  foldedWords(`two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million
    zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend
    deux trois quatre cinq sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante cent mille
    dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cuarenta cincuenta cien mil
    dois duas três quatro oito nove dez onze doze vinte trinta quarenta cinquenta cem`),
);
