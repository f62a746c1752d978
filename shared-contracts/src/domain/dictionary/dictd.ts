/** Dictionaries in DICT format: .index and .dict, as in Debian's dict-freedict packages. */
import { languagesOfName } from './dictionaryLanguages.ts';
import { DictionaryProblem } from './dictionaryProblem.ts';
import { EntryData } from './EntryData.ts';
import { nameText, plainText } from './entryText.ts';
import type { ReadDictionary } from './stardict.ts';
import { fileBytes } from './streams.ts';

const utf8 = new TextDecoder();
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Metadata entries: 00databaseshort, 00-database-short and the like. */
const aboutItself = /^00-?database-?(.*)$/;

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
    const [word = '', offsetText = '', sizeText = ''] = line.replace(/\r$/, '').split('\t');
    const offset = numberOf(offsetText);
    const size = numberOf(sizeText);
    if (offset === null || size === null) throw new DictionaryProblem('not_a_dictionary', index.name);
    const bytes = data.of(offset, size);
    const text = () => plainText(utf8.decode(bytes));
    const kind = aboutItself.exec(word)?.[1];
    if (kind === undefined) sources.push({ word, content: () => ({ text: withoutHeadword(text(), word) }) });
    else about.set(kind, withoutHeadword(text(), word));
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
