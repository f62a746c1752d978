import { isUnspaced } from '@lectern/shared-contracts/domain/search/foldText.ts';

/** Articles that are ignored at the beginning of a title, by language. */
const articles: Readonly<Record<string, string>> = {
  en: 'the a an',
  de: 'der die das ein eine',
  fr: 'le la les un une',
  es: 'el la los las lo un una unos unas',
  pt: 'o a os as um uma uns umas',
  it: 'il lo la i gli le un uno una',
  nl: 'de het een t',
  ca: 'el la els les un una uns unes',
  gl: 'o a os as un unha',
  da: 'en et den det de',
  nb: 'en et den det de',
  nn: 'ein ei eit den det dei',
  no: 'en et ei den det de',
  sv: 'en ett den det de',
  hu: 'a az egy',
  ro: 'un o',
  el: 'ο η το οι τα ένας μία μια ένα',
};

/** Articles that are written together with the next word. */
const joinedArticles: Readonly<Record<string, RegExp>> = {
  fr: /^l['’](?=\p{L})/iu,
  ca: /^l['’](?=\p{L})/iu,
  it: /^(?:l|un)['’](?=\p{L})/iu,
  ar: /^ال(?=\p{L}{2})/u,
};

/** Marks that are ignored at the beginning, such as ¿ and “. */
const leadingMarks = /^[\p{P}\p{S}\p{Z}\p{Cf}]+/u;

/**
 * A title as it is sorted: 'Waste Land' for 'The Waste Land'.
 * @param languages BCP 47 tags of the languages whose articles are ignored
 */
export function sortTitle(title: string, languages: readonly string[]): string {
  const names = languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  const text = title.replace(leadingMarks, '') || title;
  const [word = ''] = text.split(/\s/, 1);
  const rest = text.slice(word.length).replace(leadingMarks, '');
  const lower = word.toLowerCase();
  if (rest !== '' && names.some((name) => articles[name]?.split(' ').includes(lower))) return rest;
  const joined = names.map((name) => joinedArticles[name]).find((article) => article?.test(text));
  return joined ? text.replace(joined, '') : text;
}

/** Capitalized words before a last name that belong to it, unlike 'van' and 'von'. */
const nameParts = /^(?:Le|La|Du|De|Des|Di|Da|Della|Van|Von|Ben|Bin|Al|El|St\.?|Saint|Mac|Mc|O)$/;

const suffixes = /^(?:jr|sr|[ivx]{2,}|phd|md)\.?$/i;

/**
 * The first of some authors by last name: 'Le Guin Ursula K.'.
 * @param sortedAs 'Le Guin, Ursula K.', as a file names them
 */
export function sortAuthor(authors: string, sortedAs?: string): string {
  if (sortedAs) return sortedAs.replace(leadingMarks, '');
  const [first = '', next = ''] = authors.split(/[,;]|\s&\s|\sand\s/);
  const words = first.replace(leadingMarks, '').split(/\s+/).filter(Boolean);
  // 'Austen, Jane', and names of one word or with the family first.
  if (words.length < 2) return `${words.join('')} ${next}`.trim();
  if (isUnspaced(first)) return words.join(' ');
  const suffixed = words.length > 2 && suffixes.test(words.at(-1) ?? '') ? 1 : 0;
  let start = words.length - 1 - suffixed;
  while (start > 1 && nameParts.test(words[start - 1] ?? '')) start -= 1;
  return [...words.slice(start), ...words.slice(0, start)].join(' ');
}
