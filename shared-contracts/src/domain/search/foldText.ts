/**
 * The one rule by which texts are compared in every search: without case and diacritics, each letter in one form,
 * without characters that nobody sees. The SQL of PostgreSQL's index is made from the same tables.
 */

/**
 * Ignored characters, as content of a character class for JavaScript and PostgreSQL: soft hyphens, zero-width
 * characters, bidi controls, variation selectors, diacritics of Latin, Greek and Cyrillic, vowel marks of Hebrew and
 * Arabic, and the Arabic tatweel. Marks of other scripts are part of a word.
 */
export const ignoredCharacters =
  '\\u00ad\\u034f\\u061c\\u0640\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff' +
  '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a' +
  '\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u1ab0-\\u1aff' +
  '\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f';

const digits = (zeroToNine: string) =>
  Object.fromEntries([...zeroToNine].map((digit, value) => [digit, `${value}`]));

/** CJK radicals, as fonts of PDFs name characters that look the same. */
const radicals =
  '⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧' +
  '⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍' +
  '⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳';
/** The characters that they stand for: EquivalentUnifiedIdeograph of Unicode. */
const ideographs =
  '厂乛乚乙亻冂𠘨刀刂卜㔾小尐兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爬丬牛' +
  '犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艺艻虎衤覀西见角𧢲讠贝𧾷车辶辷' +
  '辸邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟';

/** The character that each CJK radical stands for. Kangxi radicals have theirs by NFKC. */
const ideographOfRadical: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(radicals, (radical, index) => [radical, Array.from(ideographs)[index] as string]),
);

/** Characters replaced by another one, after compatibility decomposition (NFKD) and in lower case. */
export const replacedCharacters: Readonly<Record<string, string>> = {
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  // Arabic: alif wasla, both forms of final ya, ta marbuta, Persian kaf. Hamza is ignored as a diacritic.
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u0629': '\u0647',
  '\u06a9': '\u0643',
  // Arabic and Persian digits.
  ...digits('٠١٢٣٤٥٦٧٨٩'),
  ...digits('۰۱۲۳۴۵۶۷۸۹'),
  // Quotation marks and apostrophes.
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  // Hyphens and dashes.
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  ...ideographOfRadical,
};

/** Letters that are expanded to two. */
export const expandedCharacters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

const replacements: ReadonlyMap<string, string> = new Map([
  ...Object.entries(replacedCharacters),
  ...Object.entries(expandedCharacters),
]);
const ignored = new RegExp(`[${ignoredCharacters}]`, 'g');
const beyondAscii = /[^\0-\x7f]/u;
const eachBeyondAscii = /[^\0-\x7f]/gu;

/** Cache: texts consist of few distinct characters. */
const foldedCharacters = new Map<string, string>();
const maxCached = 20_000;

/** Folds one character, which may become none or several. */
function foldCharacter(character: string): string {
  const before = foldedCharacters.get(character);
  if (before !== undefined) return before;
  const plain = character.normalize('NFKD').toLowerCase().normalize('NFKD').replace(ignored, '');
  const folded = Array.from(plain, (letter) => replacements.get(letter) ?? letter).join('');
  if (foldedCharacters.size >= maxCached) foldedCharacters.clear();
  foldedCharacters.set(character, folded);
  return folded;
}

/** Folds a text for comparison: 'Brontë' equals 'bronte', 'ﬁddler' 'fiddler', and 'Straße' 'STRASSE'. */
export function foldText(text: string): string {
  // ASCII last: folded characters have no upper case left.
  return (beyondAscii.test(text) ? text.replace(eachBeyondAscii, foldCharacter) : text).toLowerCase();
}

/** A range of UTF-16 units; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** A folded text with a mapping to the original. */
export interface FoldedText {
  /** The result of `foldText`. */
  readonly text: string;
  /** Maps a range of `text` to whole characters of the original, with their diacritics. */
  originalRange(range: TextRange): TextRange;
}

const mark = /^\p{M}$/u;

/** @param dropped further folded characters to ignore, such as white space when comparing quotes */
export function foldWithOffsets(original: string, dropped: RegExp | null = null): FoldedText {
  if (dropped === null && !beyondAscii.test(original))
    return { text: original.toLowerCase(), originalRange: (range) => range };
  // For each UTF-16 unit of the folded text, the range of its original character.
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const end = at + character.length;
    const folded = foldText(character);
    for (const unit of folded.split('')) {
      if (dropped?.test(unit)) continue;
      text += unit;
      starts.push(at);
      ends.push(end);
    }
    if (folded === '' && mark.test(character) && ends.at(-1) === at) extend(ends, end);
    at = end;
  }
  return {
    text,
    originalRange({ start, end }) {
      const from = starts[start] ?? original.length;
      return { start: from, end: end <= start ? from : (ends[end - 1] ?? original.length) };
    },
  };
}

/** Extends the end of the last character. */
function extend(ends: number[], end: number): void {
  const before = ends.at(-1);
  for (let at = ends.length - 1; at >= 0 && ends[at] === before; at -= 1) ends[at] = end;
}

/** Ranges of a folded text in another one, in order, not overlapping. */
export function occurrencesOf(wanted: string, text: string): TextRange[] {
  const ranges: TextRange[] = [];
  if (wanted === '') return ranges;
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + wanted.length))
    ranges.push({ start, end: start + wanted.length });
  return ranges;
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a text contains a script without spaces between words. */
export const isUnspaced = (text: string): boolean => unspaced.test(text);

/** Replaces radicals of both blocks by the characters that they stand for. */
export const unifyRadicals = (text: string): string =>
  text.replace(/[\u2e80-\u2fdf]/g, (radical) => ideographOfRadical[radical] ?? radical.normalize('NFKC'));
