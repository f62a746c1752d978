/** Languages in file names and titles of dictionaries: ISO 639-2, ISO 639-3 and BCP 47. */
const codes: Readonly<Record<string, string>> = {
  ara: 'ar',
  bul: 'bg',
  cat: 'ca',
  ces: 'cs',
  cze: 'cs',
  chi: 'zh',
  zho: 'zh',
  cmn: 'zh',
  dan: 'da',
  deu: 'de',
  ger: 'de',
  ell: 'el',
  gre: 'el',
  eng: 'en',
  est: 'et',
  fin: 'fi',
  fra: 'fr',
  fre: 'fr',
  gla: 'gd',
  gle: 'ga',
  heb: 'he',
  hin: 'hi',
  hrv: 'hr',
  hun: 'hu',
  isl: 'is',
  ita: 'it',
  jpn: 'ja',
  kor: 'ko',
  lat: 'la',
  lit: 'lt',
  nld: 'nl',
  dut: 'nl',
  nor: 'no',
  pol: 'pl',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  slk: 'sk',
  slv: 'sl',
  spa: 'es',
  srp: 'sr',
  swe: 'sv',
  tur: 'tr',
  ukr: 'uk',
};
const languageCodes = new Set(Object.values(codes));

/** Source and target language in a name such as 'freedict-eng-deu' or 'en-de'. */
export function languagesOfName(name: string): { from: string; to: string } | null {
  const parts = name.toLowerCase().split(/[^\p{L}]+/u);
  for (const [at, part] of parts.entries()) {
    const from = codeOf(part);
    const to = codeOf(parts[at + 1] ?? '');
    if (from !== null && to !== null) return { from, to };
  }
  return null;
}

const codeOf = (part: string): string | null => codes[part] ?? (languageCodes.has(part) ? part : null);

/** The primary language: 'en' of 'en-GB'; null for none. */
export const mainLanguage = (language: string | null | undefined): string | null =>
  language ? (language.toLowerCase().split(/[-_]/)[0] ?? null) : null;
