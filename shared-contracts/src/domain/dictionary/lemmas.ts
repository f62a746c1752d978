import { dictionaryKey } from './dictionaryKey.ts';
import { mainLanguage } from './dictionaryLanguages.ts';
import { irregularBases } from './irregularForms.ts';

/** Suffixes with their replacements in the base form, most likely first; without accents, like keys. */
type Endings = readonly (readonly [ending: string, ...bases: string[]])[];

const endings: Readonly<Record<string, Endings>> = {
  en: [
    ["'s", ''],
    ["s'", 's', ''],
    ['iest', 'y'],
    ['ier', 'y'],
    ['ied', 'y', 'ie'],
    ['ies', 'y', 'ie'],
    ['ves', 'f', 'fe'],
    ['ches', 'ch'],
    ['shes', 'sh'],
    ['sses', 'ss'],
    ['xes', 'x'],
    ['zes', 'z', 'ze'],
    ['ing', '', 'e'],
    ['est', '', 'e'],
    ['es', 'e', ''],
    ['ed', 'e', ''],
    ['er', '', 'e'],
    ['ly', ''],
    ['s', ''],
  ],
  de: [
    ['innen', 'in'],
    ['sten', '', 'en'],
    ['ste', ''],
    ['test', 'en'],
    ['etest', 'en'],
    ['eten', 'en'],
    ['ete', 'en'],
    ['ten', 'en', ''],
    ['tet', 'en'],
    ['te', 'en'],
    ['est', 'en'],
    ['end', 'en'],
    ['ern', '', 'er'],
    ['st', 'en', ''],
    ['es', '', 'e'],
    ['en', '', 'e'],
    ['em', '', 'e'],
    ['er', '', 'e'],
    ['et', 'en'],
    ['n', ''],
    ['t', 'en'],
    ['s', ''],
    ['e', '', 'en'],
  ],
  fr: [
    ['issaient', 'ir'],
    ['issait', 'ir'],
    ['issent', 'ir'],
    ['aient', 'er', 'ir', 're'],
    ['erent', 'er'],
    ['eront', 'er'],
    ['ions', 'er', 'ir', 're'],
    ['ait', 'er', 'ir', 're'],
    ['ais', 'er', 'ir', 're'],
    ['ant', 'er', 'ir', 're'],
    ['ees', 'er', 'ee'],
    ['ee', 'er'],
    ['es', 'e', 'er', ''],
    ['era', 'er'],
    ['ons', 'er', 'ir', 're'],
    ['ent', 'er', 're'],
    ['ez', 'er', 'ir', 're'],
    ['aux', 'al', 'au'],
    ['elle', 'el'],
    ['euse', 'eux', 'eur'],
    ['ive', 'if'],
    ['it', 'ir', 're'],
    ['is', 'ir', 're'],
    ['ie', 'ir'],
    ['ue', 'u'],
    ['u', 're', 'oir'],
    ['a', 'er'],
    ['e', 'er', ''],
    ['s', '', 're'],
    ['x', ''],
  ],
  es: [
    ['iendo', 'er', 'ir'],
    ['ando', 'ar'],
    ['aron', 'ar'],
    ['ieron', 'er', 'ir'],
    ['aban', 'ar'],
    ['aba', 'ar'],
    ['ian', 'er', 'ir'],
    ['ia', 'er', 'ir'],
    ['ados', 'ar', 'ado'],
    ['adas', 'ar', 'ado'],
    ['ado', 'ar'],
    ['ada', 'ar', 'ado'],
    ['idos', 'er', 'ir'],
    ['ido', 'er', 'ir'],
    ['ida', 'er', 'ir'],
    ['ces', 'z'],
    ['amos', 'ar'],
    ['emos', 'er'],
    ['imos', 'ir'],
    ['an', 'ar', 'er'],
    ['en', 'er', 'ir', 'ar'],
    ['as', 'a', 'o', 'ar'],
    ['es', '', 'e', 'er', 'ir'],
    ['os', 'o'],
    ['a', 'o', 'ar'],
    ['o', 'ar', 'er', 'ir'],
    ['e', 'er', 'ir', 'ar'],
    ['s', ''],
  ],
  pt: [
    ['oes', 'ao'],
    ['aes', 'ao'],
    ['ando', 'ar'],
    ['endo', 'er'],
    ['indo', 'ir'],
    ['aram', 'ar'],
    ['eram', 'er'],
    ['iram', 'ir'],
    ['ava', 'ar'],
    ['avam', 'ar'],
    ['iam', 'er', 'ir'],
    ['ia', 'er', 'ir'],
    ['ados', 'ar', 'ado'],
    ['adas', 'ar', 'ado'],
    ['ado', 'ar'],
    ['ada', 'ar', 'ado'],
    ['ido', 'er', 'ir'],
    ['ida', 'er', 'ir'],
    ['ais', 'al'],
    ['eis', 'el'],
    ['amos', 'ar'],
    ['ns', 'm'],
    ['ou', 'ar'],
    ['eu', 'er'],
    ['iu', 'ir'],
    ['am', 'ar'],
    ['em', 'er', 'ir'],
    ['as', 'a', 'o', 'ar'],
    ['es', '', 'e'],
    ['os', 'o'],
    ['a', 'o', 'ar'],
    ['o', 'ar', 'er', 'ir'],
    ['e', 'er', 'ir'],
    ['s', ''],
  ],
  ar: [
    ['هما', ''],
    ['ها', ''],
    ['هم', ''],
    ['نا', ''],
    ['ات', '', 'ه'],
    ['ون', ''],
    ['ين', ''],
    ['ان', ''],
    ['ه', ''],
    ['ي', ''],
  ],
  ja: [
    ['ませんでした', 'る', 'う', 'く', 'す', 'つ', 'む', 'ぶ'],
    ['ました', 'る', 'う'],
    ['ません', 'る'],
    ['ます', 'る'],
    ['なかった', 'る'],
    ['かった', 'い'],
    ['ない', 'る'],
    ['くて', 'い'],
    ['った', 'う', 'つ', 'る'],
    ['って', 'う', 'つ', 'る'],
    ['んだ', 'む', 'ぶ', 'ぬ'],
    ['んで', 'む', 'ぶ', 'ぬ'],
    ['いた', 'く'],
    ['いて', 'く'],
    ['いだ', 'ぐ'],
    ['した', 'す', 'する', ''],
    ['して', 'す', 'する', ''],
    ['き', 'く'],
    ['く', 'い'],
    ['り', 'る'],
    ['た', 'る'],
    ['て', 'る'],
  ],
};

const minBaseLength = 2;
/** Elided words that French, Italian and Catalan attach to the next word. */
const elided = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|dell|nell|all|sull|un)'(?=\p{L})/u;
/** Article and particles that Arabic attaches to a word. */
const arabicPrefixes = ['وال', 'بال', 'فال', 'كال', 'ال', 'لل', 'و', 'ب', 'ف', 'ل', 'ك'];

/**
 * Keys (dictionaryKey) to look a word up by: the word itself, then its base forms, most likely first.
 * @param language of the text (BCP 47)
 */
export function lemmaKeys(word: string, language: string | null): string[] {
  const key = dictionaryKey(word);
  const code = mainLanguage(language) ?? 'en';
  const lemmas = new Set<string>([key]);
  const add = (base: string) => {
    if (base.length >= (code === 'ja' ? 1 : minBaseLength)) lemmas.add(base);
  };
  const plain = [key, ...withoutPrefixes(key, code)];
  for (const form of plain) add(form);
  for (const form of plain) {
    if (code === 'en') for (const base of irregularBases(form)) add(base);
    for (const [ending, ...bases] of endings[code] ?? []) {
      if (!form.endsWith(ending) || form.length <= ending.length) continue;
      const rest = form.slice(0, -ending.length);
      if (code === 'en' && /(?:ed|ing|er|est)$/.test(ending) && /([bdfgklmnprtz])\1$/.test(rest))
        add(rest.slice(0, -1));
      for (const base of bases) add(rest + base);
      if (code === 'de' && rest.startsWith('ge') && rest.length > 4)
        for (const base of bases) add(rest.slice(2) + base);
    }
  }
  return [...lemmas].filter((form) => form !== '');
}

function withoutPrefixes(key: string, code: string): string[] {
  if (code === 'ar') {
    const prefix = arabicPrefixes.find(
      (candidate) => key.startsWith(candidate) && key.length - candidate.length >= 3,
    );
    return prefix ? [key.slice(prefix.length)] : [];
  }
  const rest = key.replace(elided, '');
  return rest === key ? [] : [rest];
}
