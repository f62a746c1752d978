/** Dictionaries in StarDict format: .ifo, .idx, .dict and optionally .syn, each plain or gzipped. */

import { languagesOfName } from './dictionaryLanguages.ts';
import type { DictionaryEntry, DictionaryHeader, PackSource } from './dictionaryPack.ts';
import { DictionaryProblem, dictionaryLimits } from './dictionaryProblem.ts';
import { markupToText, nameText, plainText } from './entryText.ts';
import { EntryData, fileBytes } from './streams.ts';

export interface StarDictFiles {
  ifo: File;
  idx: File | undefined;
  dict: File | undefined;
  /** Synonyms of headwords. */
  syn: File | undefined;
}

export interface ReadDictionary {
  info: Omit<DictionaryHeader, 'entries'>;
  sources: PackSource[];
}

const utf8 = new TextDecoder();
const maxInfoLength = 100_000;

/** @throws DictionaryProblem */
export async function readStarDict({ ifo, idx, dict, syn }: StarDictFiles): Promise<ReadDictionary> {
  const fields = fieldsOf(await ifo.slice(0, maxInfoLength).text());
  if (!fields) throw new DictionaryProblem('not_a_dictionary', ifo.name);
  if (!idx || !dict)
    throw new DictionaryProblem('missing_file', ifo.name.replace(/ifo$/i, idx ? 'dict' : 'idx'));
  const words = readIndex(await fileBytes(idx), fields.idxoffsetbits === '64' ? 8 : 4, idx.name);
  const data = new EntryData(await fileBytes(dict), dict.name);
  const types = fields.sametypesequence ?? null;
  const sources = words.map(({ word, offset, size }): PackSource => {
    const bytes = data.of(offset, size);
    return { word, content: () => contentOf(bytes, types) };
  });
  const others = syn ? readSynonyms(await fileBytes(syn), words, syn.name) : [];
  const name = nameText(fields.bookname ?? '') || ifo.name.replace(/\.ifo$/i, '');
  const license = plainText([fields.copyright, fields.description].filter(Boolean).join('\n')) || null;
  return {
    info: {
      name,
      license,
      ...(languagesOfName(ifo.name) ?? languagesOfName(name) ?? { from: null, to: null }),
    },
    sources: [...sources, ...others],
  };
}

function fieldsOf(text: string): Record<string, string> | null {
  const [first = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (!first.startsWith("StarDict's dict ifo file")) return null;
  return Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf('=');
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
    }),
  );
}

interface IndexedWord {
  word: string;
  offset: number;
  size: number;
}

function readIndex(bytes: Uint8Array<ArrayBuffer>, offsetBytes: 4 | 8, file: string): IndexedWord[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words: IndexedWord[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const end = bytes.indexOf(0, at);
    const next = end + 1 + offsetBytes + 4;
    if (end < 0 || next > bytes.byteLength) throw new DictionaryProblem('damaged', file);
    const offset = offsetBytes === 8 ? Number(view.getBigUint64(end + 1)) : view.getUint32(end + 1);
    words.push({ word: utf8.decode(bytes.subarray(at, end)), offset, size: view.getUint32(next - 4) });
    at = next;
    if (words.length > dictionaryLimits.entries) throw new DictionaryProblem('too_large', file);
  }
  return words;
}

function readSynonyms(
  bytes: Uint8Array<ArrayBuffer>,
  words: readonly IndexedWord[],
  file: string,
): PackSource[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sources: PackSource[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const end = bytes.indexOf(0, at);
    if (end < 0 || end + 5 > bytes.byteLength) throw new DictionaryProblem('damaged', file);
    const see = words[view.getUint32(end + 1)]?.word;
    if (see === undefined) throw new DictionaryProblem('damaged', file);
    const word = utf8.decode(bytes.subarray(at, end));
    if (word !== see) sources.push({ word, content: () => ({ see }) });
    at = end + 5;
    if (sources.length > dictionaryLimits.entries) throw new DictionaryProblem('too_large', file);
  }
  return sources;
}

/** The text fields of an entry, without pictures, sounds and resource lists. */
function contentOf(data: Uint8Array, types: string | null): Omit<DictionaryEntry, 'word'> {
  const texts: string[] = [];
  let at = 0;
  const take = (type: string, isLast: boolean) => {
    let end = data.byteLength;
    let next = end;
    if (type === type.toUpperCase()) {
      if (!isLast) {
        const size = new DataView(data.buffer, data.byteOffset + at, 4).getUint32(0);
        at += 4;
        end = Math.min(end, at + size);
        next = end;
      }
    } else {
      const zero = data.indexOf(0, at);
      if (zero >= 0) {
        end = zero;
        next = zero + 1;
      }
    }
    const text = textOfField(type, data.subarray(at, end));
    if (text !== '') texts.push(text);
    at = next;
  };
  try {
    if (types !== null) for (const [n, type] of [...types].entries()) take(type, n === types.length - 1);
    else while (at < data.byteLength) take(String.fromCharCode(data[at++] ?? 0), false);
  } catch (error) {
    // A field that exceeds the data ends the entry.
    if (!(error instanceof RangeError)) throw error;
  }
  return { text: texts.join('\n') };
}

function textOfField(type: string, bytes: Uint8Array): string {
  if (type === 'm') return plainText(utf8.decode(bytes));
  if (type === 'l') return plainText(localeText(bytes));
  if ('ty'.includes(type)) return bytes.byteLength === 0 ? '' : `[${plainText(utf8.decode(bytes))}]`;
  if ('hgxkwn'.includes(type)) return markupToText(utf8.decode(bytes));
  return '';
}

/** Text in the encoding of its author's system: UTF-8, or else most likely that of Western Europe. */
function localeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
