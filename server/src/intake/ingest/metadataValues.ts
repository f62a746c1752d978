/** How the values of metadata are read: genre, date, number and language. */
import { cleanTags, hasTag } from '@lectern/shared-contracts/domain/books/tags.ts';
import { cleanLine } from './plainText.ts';

/** Genres, as opposed to topics, where libraries combine both: "Whaling -- Fiction". */
const genres =
  /^(fiction|poetry|drama|biography|autobiography|correspondence|diaries|essays|humor|juvenile fiction|history|travel|philosophy)$/i;

/** The genre among the subjects of a book; null without subjects. */
export function genreOf(subjects: readonly string[]): string | null {
  const headings = subjects
    .map((subject) => cleanLine(subject, 200))
    .filter((subject) => subject !== '')
    .map((subject) => subject.split(/\s+--\s+/));
  const whole = headings.find((parts) => parts.length === 1)?.[0];
  const kind = headings.flat().find((part) => genres.test(part));
  return cleanLine(whole ?? kind ?? headings[0]?.[0] ?? '', 120) || null;
}

/** Tags from a file at most, and characters of one: longer ones are descriptions. */
const [mostFromFile, longestFromFile] = [10, 40];

/** The subjects of a book as tags, without the one that is its genre. */
export function tagsOf(subjects: readonly string[], genre: string | null): string[] {
  const tags = cleanTags(subjects.map((subject) => cleanLine(subject, longestFromFile + 1)));
  const short = tags.filter((tag) => tag.length <= longestFromFile && !hasTag([genre ?? ''], tag));
  return short.slice(0, mostFromFile);
}

/** The form to sort a title by, as a file or calibre has it; null where it is the title itself. */
export function sortForm(title: string, sorted: string): string | null {
  const form = cleanLine(sorted, 500);
  return title === '' || form === '' || form === title ? null : form;
}

/** Days that programs write for no date: calibre and .NET. */
const noDate = /^(?:0101-01-01|0001-01-01|0000(?:-|$))/;

/** A date without its time, its unknown month and day ("1998-00-00"); text that is no date is kept as it is. */
export function publicationDate(value: string): string | null {
  const text = cleanLine(value, 40);
  if (noDate.test(text)) return null;
  const known = text.replace(/^(-?\d{4}(?:-(?!00)\d{2})?)-00(?:-\d{2})?(?:T.*)?$/, '$1');
  return (/^-?\d{4}-\d{2}-\d{2}/.exec(known)?.[0] ?? known) || null;
}

/** A number; of a position in levels ("2.2.1") the first two. */
export function finite(value: string | null): number | null {
  const [levels = ''] = /^\d+\.\d+(?=\.\d)/.exec(value?.trim() ?? '') ?? [];
  const text = levels || (value ?? '').trim();
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Normalizes a BCP 47 language tag (`en-US`), or the name of a language ("English", "русский"); null when invalid. */
export function canonicalLanguage(value: string): string | null {
  const tag = value.trim().replaceAll('_', '-').slice(0, 35);
  if (tag === '' || /^(und|zxx|mul|unknown|none)$/i.test(tag)) return null;
  const [primary = ''] = tag.toLowerCase().split('-');
  // Longer primary subtags are reserved; books have names of languages there.
  if (primary.length > 3) return languageByName().get(primary) ?? null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** The languages of two letters by their names in English and in themselves, in lower case. */
function languageByName(): ReadonlyMap<string, string> {
  if (codesByName) return codesByName;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const nameIn = (language: string, code: string) =>
    new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(code)?.toLowerCase();
  const named = codes.flatMap((code) => {
    const name = nameIn('en', code);
    return name === undefined ? [] : [[name, code] as const, [nameIn(code, code) ?? name, code] as const];
  });
  // "iw" is an older code of "he": the canonical one counts.
  codesByName = new Map(named.map(([name, code]) => [name, Intl.getCanonicalLocales(code)[0] ?? code]));
  return codesByName;
}

const rightToLeft = /^(ar|arc|ckb|dv|fa|ha-Arab|he|ks|ps|sd|syr|ug|ur|yi)(-|$)/i;

/** Whether books in this language are read from right to left. */
export const isRightToLeft = (language: string | null) => language !== null && rightToLeft.test(language);

/** Frequent short words that are specific to a language. */
const commonWords: Record<string, RegExp> = {
  en: /\b(the|and|of|that|with|which|was)\b/gi,
  fr: /\b(les|des|une|est|dans|pour|qui|que)\b/gi,
  de: /\b(und|der|das|nicht|ist|ein|mit|sich)\b/gi,
  es: /\b(los|las|una|con|por|para|del|como)\b/gi,
  it: /\b(che|della|sono|non|per|gli|con|nel)\b/gi,
  pt: /\b(não|uma|com|para|dos|por|mais|como)\b/gi,
  nl: /\b(het|een|van|niet|zijn|met|voor|dat)\b/gi,
  sv: /\b(och|att|som|det|inte|med|för|den)\b/gi,
};

const scripts: [string, RegExp][] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['th', /\p{sc=Thai}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['el', /\p{sc=Greek}/gu],
];

/** Letters of other languages of a script: with 0.5 % of them a text is in that language. */
const ownLetters: Record<string, [language: string, letters: RegExp][]> = {
  ru: [
    ['uk', /[їєґ]/giu],
    ['sr', /[ђјљњћџ]/giu],
  ],
  ar: [
    ['ur', /[ٹڈڑےں]/gu],
    ['fa', /[پچژگ]/gu],
  ],
};

/** Guesses the language of a text; null when unsure. */
export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, 20_000);
  const letters = countOf(sample, /\p{L}/gu);
  if (letters < 200) return null;
  for (const [language, letter] of scripts) {
    const ofScript = countOf(sample, letter);
    if (ofScript <= letters * (language === 'ja' ? 0.1 : 0.4)) continue;
    const other = ownLetters[language]?.find(([, own]) => countOf(sample, own) > ofScript / 200);
    return other?.[0] ?? language;
  }
  const counts = Object.entries(commonWords)
    .map(([language, words]) => ({ language, count: countOf(sample, words) }))
    .sort((a, b) => b.count - a.count);
  const [best, next] = counts;
  return best && next && best.count >= 8 && best.count >= next.count * 1.5 ? best.language : null;
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
