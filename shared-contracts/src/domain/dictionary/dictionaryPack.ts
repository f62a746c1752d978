/**
 * The storage format of all dictionaries: a header with the first key of each block, and compressed blocks of entries
 * sorted by key. A lookup reads one block.
 *
 * 'LDP1' | header length in bytes, uint32 big endian | header, JSON | blocks, each JSON by raw DEFLATE
 */

import { dictionaryKey } from './dictionaryKey.ts';
import { DictionaryProblem, dictionaryLimits } from './dictionaryProblem.ts';
import { plainText } from './entryText.ts';
import { deflate, inflate } from './streams.ts';

/** A sense of a word, where the dictionary distinguishes them. */
export interface DictionarySense {
  /** Part of speech. */
  part: 'noun' | 'verb' | 'adjective' | 'adverb';
  definition: string;
  examples?: string[];
  synonyms?: string[];
}

/** A dictionary entry. Texts are plain text with line breaks, never markup. */
export interface DictionaryEntry {
  /** The headword as written in the dictionary. */
  word: string;
  text?: string;
  senses?: DictionarySense[];
  /** The headword that this one is a form or variant of. */
  see?: string;
}

/** Metadata of a dictionary. */
export interface DictionaryHeader {
  name: string;
  /** Language of its headwords (BCP 47); null when unknown. */
  from: string | null;
  /** Language of its definitions. */
  to: string | null;
  entries: number;
  /** Copyright and license, as written in the dictionary. */
  license: string | null;
}

/** An entry to be packed; its content is requested when its block is written. */
export interface PackSource {
  word: string;
  content(): Omit<DictionaryEntry, 'word'>;
}

type StoredEntry = [key: string, word: string, content: Omit<DictionaryEntry, 'word'>];
type StoredHeader = DictionaryHeader & { blocks: [firstKey: string, offset: number, length: number][] };

const magic = 0x4c445031;
const preamble = 8;
/** Characters of JSON per block: small enough to load quickly, large enough to compress well. */
const blockCharacters = 32_000;
const maxHeaderBytes = 20_000_000;
/** Number of cached blocks; a word and its phrases are often in the same ones. */
const blocksKept = 8;

/**
 * Writes a pack with sorted entries.
 * @throws DictionaryProblem `empty`, `too_large`
 */
export async function writePack(
  info: Omit<DictionaryHeader, 'entries'>,
  sources: readonly PackSource[],
): Promise<Blob> {
  const sorted = sources
    .map((source) => ({ key: dictionaryKey(source.word), source }))
    .filter(({ key, source }) => key !== '' && source.word.length <= dictionaryLimits.headwordCharacters)
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  if (sorted.length === 0) throw new DictionaryProblem('empty');
  if (sorted.length > dictionaryLimits.entries) throw new DictionaryProblem('too_large');
  const blocks: StoredHeader['blocks'] = [];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  let entries: string[] = [];
  let characters = 0;
  let firstKey = '';
  const close = async () => {
    const bytes = await deflate(new TextEncoder().encode(`[${entries.join(',')}]`));
    blocks.push([firstKey, offset, bytes.byteLength]);
    parts.push(bytes);
    offset += bytes.byteLength;
    entries = [];
    characters = 0;
  };
  let lastKey = '';
  let written = 0;
  let ofKey = 0;
  for (const { key, source } of sorted) {
    ofKey = key === lastKey ? ofKey + 1 : 1;
    if (ofKey > dictionaryLimits.entriesOfKey) continue;
    // Entries with the same key stay in one block.
    if (characters > blockCharacters && key !== lastKey) await close();
    if (entries.length === 0) firstKey = key;
    const entry = JSON.stringify([key, plainText(source.word), source.content()] satisfies StoredEntry);
    entries.push(entry);
    characters += entry.length;
    lastKey = key;
    written += 1;
  }
  await close();
  const header = new TextEncoder().encode(
    JSON.stringify({ ...info, entries: written, blocks } satisfies StoredHeader),
  );
  const start = new DataView(new ArrayBuffer(preamble));
  start.setUint32(0, magic);
  start.setUint32(4, header.byteLength);
  return new Blob([start, header, ...parts]);
}

/** An open pack: only its header is in memory. */
export interface OpenPack {
  header: DictionaryHeader;
  /**
   * The entries of a key (dictionaryKey), in dictionary order.
   * @throws DictionaryProblem `damaged`
   */
  find(key: string): Promise<DictionaryEntry[]>;
}

/** @throws DictionaryProblem `not_a_dictionary`, `damaged` */
export async function openPack(pack: Blob): Promise<OpenPack> {
  const start = new DataView(await pack.slice(0, preamble).arrayBuffer());
  if (start.byteLength < preamble || start.getUint32(0) !== magic)
    throw new DictionaryProblem('not_a_dictionary');
  const length = start.getUint32(4);
  if (length > maxHeaderBytes) throw new DictionaryProblem('damaged');
  const { blocks, ...header } = await pack
    .slice(preamble, preamble + length)
    .text()
    .then((text) => JSON.parse(text) as StoredHeader)
    .catch(() => {
      throw new DictionaryProblem('damaged');
    });
  const cache = new Map<number, Promise<StoredEntry[]>>();

  function blockAt(index: number): Promise<StoredEntry[]> {
    const cached = cache.get(index);
    if (cached) return cached;
    const [, offset, size] = blocks[index] ?? ['', 0, 0];
    const from = preamble + length + offset;
    const block = inflate(pack.slice(from, from + size), 'deflate-raw', dictionaryLimits.unpackedBytes)
      .then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as StoredEntry[])
      .catch(() => {
        cache.delete(index);
        throw new DictionaryProblem('damaged');
      });
    cache.set(index, block);
    const oldest = cache.keys().next().value;
    if (cache.size > blocksKept && oldest !== undefined) cache.delete(oldest);
    return block;
  }

  return {
    header,
    async find(key) {
      let low = 0;
      let high = blocks.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((blocks[middle]?.[0] ?? '') <= key) low = middle;
        else high = middle - 1;
      }
      if (key === '' || (blocks[low]?.[0] ?? '') > key) return [];
      const entries = await blockAt(low);
      return entries.filter(([own]) => own === key).map(([, word, content]) => ({ word, ...content }));
    },
  };
}
