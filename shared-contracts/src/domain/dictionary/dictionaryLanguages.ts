/** Languages in file names and titles of dictionaries, by their ISO 639-1 code, else that of ISO 639-3. */
const languageCodes = new Set(
  `af ar ast bg bn br ca ckb cs cy da de el en eo es et eu fa fi fr ga gd gl he hi hr hu hy id is it ja ka kha ko ku la
  lb lt lv mk ms mt my nb nl nn no oc pl pt ro rom ru sa sk sl sq sr sv sw ta te th tr uk ur vi wo yi zh`.split(
    /\s+/,
  ),
);

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

/** The code of a language by any of its codes: 'de' for 'deu' and 'ger'. */
function codeOf(part: string): string | null {
  const [code = ''] = /^[a-z]+$/i.test(part) ? Intl.getCanonicalLocales(part) : [];
  return languageCodes.has(code) ? code : null;
}

/** Codes that name no language: undetermined, several, none, unlisted. */
const unknown = new Set(['und', 'mul', 'zxx', 'mis']);

/** The primary language: 'en' of 'en-GB'; null for none. */
export function mainLanguage(language: string | null | undefined): string | null {
  const code = language ? (language.toLowerCase().split(/[-_]/)[0] ?? null) : null;
  return code === null || unknown.has(code) ? null : code;
}
