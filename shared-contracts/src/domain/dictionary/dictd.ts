/** Dictionaries in DICT format: .index and .dict, as in Debian's dict-freedict packages. */
import { foldText } from '../search/foldText.ts';
import { languagesOfName } from './dictionaryLanguages.ts';
import { DictionaryProblem } from './dictionaryProblem.ts';
import { nameText, plainText } from './entryText.ts';
import type { ReadDictionary } from './stardict.ts';
import { EntryData, fileBytes } from './streams.ts';

const utf8 = new TextDecoder();
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Metadata entries: 00databaseshort, 00-database-short and the like. */
const aboutItself = /^00-?database-?(.*)$/;

/** Bytes of an entry that are searched for its headword. */
const firstLineBytes = 500;

/** @throws DictionaryProblem */
export async function readDictd({
  index,
  dict,
}: {
  index: File;
  dict: File | undefined;
}): Promise<ReadDictionary> {
  if (!dict) throw new DictionaryProblem('missing_file', index.name.replace(/index$/i, 'dict.dz'));
  const lines = utf8.decode(await fileBytes(index)).matchAll(/[^\n]+/g);
  const data = new EntryData(await fileBytes(dict), dict.name);
  const about = new Map<string, string>();
  const sources: ReadDictionary['sources'] = [];
  for (const [line] of lines) {
    if (line.trim() === '') continue;
    const [indexed = '', offsetText = '', sizeText = '', original = ''] = line.replace(/\r$/, '').split('\t');
    const offset = numberOf(offsetText);
    const size = numberOf(sizeText);
    if (offset === null || size === null) throw new DictionaryProblem('not_a_dictionary', index.name);
    const bytes = data.of(offset, size);
    const text = () => plainText(utf8.decode(bytes));
    const kind = aboutItself.exec(indexed)?.[1];
    if (kind !== undefined) {
      about.set(kind, withoutHeadword(text(), indexed));
      continue;
    }
    const word = original || headwordOf(utf8.decode(bytes.subarray(0, firstLineBytes)), indexed);
    sources.push({ word, content: () => ({ text: withoutHeadword(text(), word) }) });
  }
  const fileName = index.name.replace(/\.index$/i, '');
  const titled =
    about
      .get('short')
      ?.split('\n')
      .map((line) => line.trim()) ?? [];
  const name = nameText(titled.find((line) => line !== '' && !aboutItself.test(line)) ?? fileName);
  const languages = languagesOfName(fileName) ?? languagesOfName(name) ?? { from: null, to: null };
  return { info: { name, license: about.get('info') ?? null, ...languages }, sources };
}

const lettersOf = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The headword as the entry begins with it: most indexes have it in lower case and without punctuation, as in
 * 'aujourdhui'.
 */
function headwordOf(entry: string, indexed: string): string {
  const line =
    entry
      .trimStart()
      .slice(0, indexed.length * 2 + 20)
      .split('\n', 1)[0] ?? '';
  const wanted = lettersOf(indexed);
  for (const { index } of line.matchAll(/(?=[\s,;]|$)/g)) {
    const letters = lettersOf(line.slice(0, index));
    if (letters === wanted && letters !== '') return line.slice(0, index);
    if (letters.length > wanted.length) break;
  }
  return indexed;
}

/** Removes the first line if it only repeats the headword. */
function withoutHeadword(text: string, word: string): string {
  const [first = '', ...rest] = text.split('\n');
  return rest.length > 0 && first.trim().toLowerCase() === word.trim().toLowerCase()
    ? rest.join('\n').trim()
    : text;
}

function numberOf(text: string): number | null {
  if (text === '' || text.length > 8) return null;
  let number = 0;
  for (const digit of text) {
    const value = digits.indexOf(digit);
    if (value < 0) return null;
    number = number * 64 + value;
  }
  return number;
}
