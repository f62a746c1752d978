/**
 * The one format in which dictionaries are kept and looked up, wherever they come from: a header with the first key of
 * each block, and blocks of entries sorted by key, each compressed by itself. To look a word up, one block is read.
 *
 *     'LDP1' | bytes of the header, uint32 big endian | header, JSON | blocks, each JSON by raw DEFLATE
 */

import { dictionaryKey } from './dictionaryKey.ts';
import { DictionaryProblem, dictionaryLimits } from './dictionaryProblem.ts';
import { deflate, inflate } from './streams.ts';

/** A meaning of a word, where the dictionary tells meanings apart. */
export interface DictionarySense {
  /** Part of speech. */
  part: 'noun' | 'verb' | 'adjective' | 'adverb';
  definition: string;
  examples?: string[];
  synonyms?: string[];
}

/** What a dictionary says of a word. Texts are plain text with line breaks, never markup. */
export interface DictionaryEntry {
  /** The headword as the dictionary writes it. */
  word: string;
  text?: string;
  senses?: DictionarySense[];
  /** Another headword, of which this one is a form or another spelling. */
  see?: string;
}

/** What is known of a dictionary. */
export interface DictionaryHeader {
  name: string;
  /** Language of its headwords, as in BCP 47; null when it is not known. */
  from: string | null;
  /** Language in which they are explained. */
  to: string | null;
  entries: number;
  /** Copyright and licence in the dictionary's own words. */
  license: string | null;
}

/** An entry on its way into a pack: its content is asked for when its block is written. */
export interface PackSource {
  word: string;
  content(): Omit<DictionaryEntry, 'word'>;
}

type StoredEntry = [key: string, word: string, content: Omit<DictionaryEntry, 'word'>];
type StoredHeader = DictionaryHeader & { blocks: [firstKey: string, offset: number, length: number][] };

const magic = 0x4c445031;
const preamble = 8;
/** Characters of JSON in a block: small enough to be read at once, large enough to compress well. */
const blockCharacters = 32_000;
const maxHeaderBytes = 20_000_000;
/** Blocks that stay unpacked; a word and its phrases are often in the same ones. */
const blocksKept = 8;

/**
 * Sorts entries into a pack.
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
  for (const { key, source } of sorted) {
    // Entries of the same key stay in one block.
    if (characters > blockCharacters && key !== lastKey) await close();
    if (entries.length === 0) firstKey = key;
    const entry = JSON.stringify([key, source.word, source.content()] satisfies StoredEntry);
    entries.push(entry);
    characters += entry.length;
    lastKey = key;
  }
  await close();
  const header = new TextEncoder().encode(
    JSON.stringify({ ...info, entries: sorted.length, blocks } satisfies StoredHeader),
  );
  const start = new DataView(new ArrayBuffer(preamble));
  start.setUint32(0, magic);
  start.setUint32(4, header.byteLength);
  return new Blob([start, header, ...parts]);
}

/** A pack that is open: its header is in memory, its blocks stay where they are. */
export interface OpenPack {
  header: DictionaryHeader;
  /** The entries of a key (dictionaryKey), in the order of the dictionary. @throws DictionaryProblem `damaged` */
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
  const kept = new Map<number, Promise<StoredEntry[]>>();

  function blockAt(index: number): Promise<StoredEntry[]> {
    const known = kept.get(index);
    if (known) return known;
    const [, offset, size] = blocks[index] ?? ['', 0, 0];
    const from = preamble + length + offset;
    const block = inflate(pack.slice(from, from + size), 'deflate-raw', dictionaryLimits.unpackedBytes)
      .then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as StoredEntry[])
      .catch(() => {
        kept.delete(index);
        throw new DictionaryProblem('damaged');
      });
    kept.set(index, block);
    const oldest = kept.keys().next().value;
    if (kept.size > blocksKept && oldest !== undefined) kept.delete(oldest);
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
