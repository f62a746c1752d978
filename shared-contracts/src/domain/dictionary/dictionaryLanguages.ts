/** Languages in file names and titles of dictionaries: ISO 639-2, ISO 639-3 and BCP 47. */
const codes: Readonly<Record<string, string>> = {
  afr: 'af',
  alb: 'sq',
  ara: 'ar',
  arm: 'hy',
  ast: 'ast',
  baq: 'eu',
  ben: 'bn',
  bre: 'br',
  bul: 'bg',
  bur: 'my',
  cat: 'ca',
  ces: 'cs',
  chi: 'zh',
  ckb: 'ckb',
  cmn: 'zh',
  cym: 'cy',
  cze: 'cs',
  dan: 'da',
  deu: 'de',
  dut: 'nl',
  ell: 'el',
  eng: 'en',
  epo: 'eo',
  est: 'et',
  eus: 'eu',
  fas: 'fa',
  fin: 'fi',
  fra: 'fr',
  fre: 'fr',
  geo: 'ka',
  ger: 'de',
  gla: 'gd',
  gle: 'ga',
  glg: 'gl',
  gre: 'el',
  heb: 'he',
  hin: 'hi',
  hrv: 'hr',
  hun: 'hu',
  hye: 'hy',
  ice: 'is',
  ind: 'id',
  isl: 'is',
  ita: 'it',
  jpn: 'ja',
  kat: 'ka',
  kha: 'kha',
  kmr: 'ku',
  kor: 'ko',
  kur: 'ku',
  lat: 'la',
  lav: 'lv',
  lit: 'lt',
  ltz: 'lb',
  mac: 'mk',
  may: 'ms',
  mkd: 'mk',
  mlt: 'mt',
  msa: 'ms',
  mya: 'my',
  nld: 'nl',
  nno: 'nn',
  nob: 'nb',
  nor: 'no',
  oci: 'oc',
  per: 'fa',
  pol: 'pl',
  por: 'pt',
  rom: 'rom',
  ron: 'ro',
  rum: 'ro',
  rus: 'ru',
  san: 'sa',
  slk: 'sk',
  slo: 'sk',
  slv: 'sl',
  spa: 'es',
  sqi: 'sq',
  srp: 'sr',
  swa: 'sw',
  swe: 'sv',
  swh: 'sw',
  tam: 'ta',
  tel: 'te',
  tha: 'th',
  tur: 'tr',
  ukr: 'uk',
  urd: 'ur',
  vie: 'vi',
  wel: 'cy',
  wol: 'wo',
  yid: 'yi',
  zho: 'zh',
};
const languageCodes = new Set(Object.values(codes));

/** 'eng-deu', 'en_de', 'en-GB → fr': a code and the one that it is joined to. A region after the first is left out. */
const joinedCodes =
  /(?<!\p{L})(\p{L}{2,3})(?:(?<=[a-z])[-_][A-Z]{2}(?!\p{L}))?\s*[-_–—→>/]+\s*(?=(\p{L}{2,3})(?!\p{L}))/gu;

/**
 * Source and target language in a name such as 'freedict-eng-deu', 'en-de', 'English–German' or 'Dictionary of
 * English'; null for none.
 */
export function languagesOfName(name: string): { from: string; to: string } | null {
  for (const [, first = '', second = ''] of name.matchAll(joinedCodes)) {
    const [from, to] = [codeOf(first), codeOf(second)];
    if (from !== null && to !== null) return { from, to };
  }
  return languagesInWords(name.toLowerCase());
}

/** By the English names of languages. */
function languagesInWords(name: string): { from: string; to: string } | null {
  const words = name.match(/\p{L}+/gu) ?? [];
  const found = words.map((word) => englishNames().get(word) ?? null);
  for (const [at, from] of found.entries()) {
    if (from === null) continue;
    const to = found[words[at + 1] === 'to' ? at + 2 : at + 1] ?? null;
    if (to !== null) return { from, to };
    const isOfLanguage =
      words[at - 1] === 'of' || /^(?:dictionary|thesaurus|wordnet|wiktionary)$/.test(words[at + 1] ?? '');
    if (isOfLanguage && found.filter((code) => code !== null).length === 1) return { from, to: from };
  }
  return null;
}

let named: ReadonlyMap<string, string> | null = null;

function englishNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  named ??= new Map([...languageCodes].map((code) => [(names.of(code) ?? code).toLowerCase(), code]));
  return named;
}

function codeOf(part: string): string | null {
  const code = part.toLowerCase();
  return codes[code] ?? (languageCodes.has(code) ? code : null);
}

/** Codes that name no language: undetermined, several, none, unlisted. */
const unknown = new Set(['und', 'mul', 'zxx', 'mis']);

/** The primary language: 'en' of 'en-GB'; null for none. */
export function mainLanguage(language: string | null | undefined): string | null {
  const code = language ? (language.toLowerCase().split(/[-_]/)[0] ?? null) : null;
  return code === null || unknown.has(code) ? null : code;
}
