import { dictionaryKey } from './dictionaryKey.ts';
import { mainLanguage } from './dictionaryLanguages.ts';
import { endingsIn } from './endings.ts';
import { irregularBases } from './irregularForms.ts';

const minBaseLength = 2;
/** Elided words that French, Italian and Catalan attach to the next word. */
const elided = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|dell|nell|all|sull|un)'(?=\p{L})/u;
/** Pronouns that Spanish and Portuguese attach to a verb. */
const clitics = {
  es: /(?<=[aei]r|[ai]ndo|[iy]endo)(?:se|me|te|nos|os)?(?:se|me|te|nos|os|l[aeo]s?)$/,
  pt: /-(?:[mts]e|nos|vos|lhes?|[aeo]s?|l[ao]s?|n[ao]s?)$/,
} as const;
/** The plural of 'passers-by' and 'mothers-in-law'. */
const innerPlural = /(?<=\p{L}{2})s(?=-(?:at|by|in|of|on|up)(?:-|$))/u;
/** Prefixes of German verbs, before 'ge' and 'zu'. */
const separated =
  /^(ab|an|auf|aus|bei|da|dar|durch|ein|empor|entgegen|fest|fort|frei|heim|her|heraus|herein|hin|hinaus|hinein|hinzu|los|mit|nach|nieder|um|unter|vor|voran|voraus|vorbei|weg|weiter|wieder|zu|zuruck|zusammen)(?:ge|zu)(?=\p{L}{3})/u;

/**
 * Keys (dictionaryKey) to look a word up by: the word itself, then its base forms, most likely first.
 * @param language of the text (BCP 47); when unknown, the one that its script tells
 */
export function lemmaKeys(word: string, language: string | null): string[] {
  const key = dictionaryKey(word);
  const code = mainLanguage(language) ?? languageOfScript(word);
  const lemmas = new Set<string>([key]);
  const add = (base: string) => {
    if (base.length >= (code === 'ja' ? 1 : minBaseLength)) lemmas.add(base);
  };
  const plain = [key, ...withoutAttached(key, code)];
  for (const form of plain.slice(1)) if (form !== '') lemmas.add(form);
  for (const form of plain) {
    for (const base of irregularBases(form, code)) add(base);
    for (const [ending, ...bases] of endingsIn(code)) {
      if (!form.endsWith(ending) || form.length <= ending.length) continue;
      const rest = form.slice(0, -ending.length);
      for (const base of bases) add(rest + base);
      if (code === 'en' && /(?:ed|ing|er|est)$/.test(ending) && /([bdfgklmnprtz])\1$/.test(rest))
        add(rest.slice(0, -1));
      if (code === 'de' && rest.startsWith('ge') && rest.length > 4)
        for (const base of bases) add(rest.slice(2) + base);
    }
  }
  return [...lemmas].filter((form) => form !== '');
}

function languageOfScript(word: string): string {
  if (/\p{Script=Arabic}/u.test(word)) return 'ar';
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word) ? 'ja' : 'en';
}

/** The word without what its language attaches to it: articles, particles, pronouns, 'ge' and 'zu' within. */
function withoutAttached(key: string, code: string): string[] {
  if (code === 'ar') return withoutArabicParticles(key);
  if (code === 'en')
    return [key.replace(/'s$/, ''), key.replace(innerPlural, '')].filter((rest) => rest !== key);
  const rest =
    code === 'es' || code === 'pt'
      ? key.replace(clitics[code], '')
      : code === 'de'
        ? key.replace(separated, '$1')
        : key.replace(elided, '');
  return rest === key ? [] : [rest];
}

const minArabicLength = 3;

/** Without 'and', then without a preposition or the sign of the future, then without the article. */
function withoutArabicParticles(key: string): string[] {
  const forms = new Set<string>();
  const add = (form: string) => {
    if (form.length < minArabicLength || forms.has(form)) return false;
    forms.add(form);
    return true;
  };
  const strip = (form: string) => {
    if (form.startsWith('لل')) for (const rest of [`ال${form.slice(2)}`, form.slice(2)]) add(rest);
    else if (/^[بكل]/.test(form) || /^س[يتنا]/.test(form)) {
      if (add(form.slice(1)) && form.startsWith('ال', 1)) add(form.slice(3));
    } else if (form.startsWith('ال')) add(form.slice(2));
  };
  strip(key);
  if (/^[وف]/.test(key) && add(key.slice(1))) strip(key.slice(1));
  return [...forms];
}
