import { AppError } from '../../../../run/common/errors.ts';
import type { MobiHeader } from './mobiHeader.ts';
import { numberAt, type PalmFile } from './PalmFile.ts';

/** Bytes of text of one record: usually 4,096. */
const maxRecordText = 1024 * 1024;
const maxDepth = 32;

type Decompress = (record: Buffer) => Buffer;

/**
 * How the text records of a book are unpacked.
 * @throws AppError book_broken
 */
function decompressorOf(header: MobiHeader, record: (index: number) => Buffer): Decompress {
  if (header.compression === 1) return (bytes) => bytes;
  if (header.compression === 2) return palmDoc;
  if (header.compression === 17_480) return huffman(header, record);
  throw new AppError('book_broken');
}

/** The compression of PalmDOC: LZ77 within a record. */
function palmDoc(packed: Buffer): Buffer {
  // Two bytes become ten at most.
  const text = Buffer.alloc(packed.length * 5 + 16);
  let length = 0;
  for (let at = 0; at < packed.length; ) {
    const byte = packed[at++] as number;
    if (byte === 0 || (byte >= 9 && byte < 0x80)) text[length++] = byte;
    else if (byte < 9) {
      length += packed.copy(text, length, at, at + byte);
      at += byte;
    } else if (byte >= 0xc0) {
      text[length++] = 0x20;
      text[length++] = byte ^ 0x80;
    } else {
      const pair = (byte << 8) | (packed[at++] ?? 0);
      const distance = (pair >> 3) & 0x7ff;
      if (distance === 0 || distance > length) throw new AppError('book_broken');
      for (let left = (pair & 7) + 3; left > 0; left--, length++)
        text[length] = text[length - distance] as number;
    }
  }
  return text.subarray(0, length);
}

interface Entry {
  bytes: Buffer;
  isPlain: boolean;
}

/** The compression of HUFF and CDIC records: a Huffman code for pieces of a dictionary, which are packed themselves. */
function huffman({ huffRecord, huffRecords }: MobiHeader, record: (index: number) => Buffer): Decompress {
  if (huffRecord === null) throw new AppError('book_broken');
  const table = record(huffRecord);
  if (table.toString('latin1', 0, 4) !== 'HUFF') throw new AppError('book_broken');
  const numberIn = (offset: number) => {
    const number = numberAt(table, offset);
    if (number === null) throw new AppError('book_broken');
    return number;
  };
  const [short, long] = [numberIn(8), numberIn(12)];
  const shortCodes = Array.from({ length: 256 }, (_, index) => numberIn(short + index * 4));
  const limitsOfLength = Array.from({ length: 33 }, (_, index) =>
    index === 0 ? [0, 0] : [numberIn(long + (index - 1) * 8), numberIn(long + (index - 1) * 8 + 4)],
  ) as [number, number][];
  const dictionary = dictionaryIn(huffRecord, huffRecords, record);

  const unpack = (packed: Buffer, depth: number): Buffer => {
    if (depth > maxDepth) throw new AppError('book_broken');
    const pieces: Buffer[] = [];
    let length = 0;
    const bits = packed.length * 8;
    for (let at = 0; at < bits; ) {
      const window = bitsAt(packed, at);
      const code = shortCodes[window >>> 24] as number;
      let size = code & 0x1f;
      let last = code >>> 8;
      if (size === 0) throw new AppError('book_broken');
      if ((code & 0x80) === 0) {
        while (size < 32 && window >>> (32 - size) < (limitsOfLength[size]?.[0] ?? 0)) size++;
        last = limitsOfLength[size]?.[1] ?? 0;
      }
      at += size;
      if (at > bits) break;
      const entry = dictionary[last - (window >>> (32 - size))];
      if (!entry) throw new AppError('book_broken');
      if (!entry.isPlain) {
        entry.bytes = unpack(entry.bytes, depth + 1);
        entry.isPlain = true;
      }
      length += entry.bytes.length;
      if (length > maxRecordText) throw new AppError('book_unsafe');
      pieces.push(entry.bytes);
    }
    return Buffer.concat(pieces);
  };
  return (packed) => unpack(packed, 0);
}

/** Pieces of all dictionary records: 2 to the power of 16 is what their codes can name. */
const maxPieces = 1 << 20;

function dictionaryIn(first: number, records: number, record: (index: number) => Buffer): Entry[] {
  const dictionary: Entry[] = [];
  for (let index = 1; index < Math.min(records, 1_000); index++) {
    const bytes = record(first + index);
    if (bytes.toString('latin1', 0, 4) !== 'CDIC') throw new AppError('book_broken');
    const start = numberAt(bytes, 4) ?? 0;
    const total = Math.min(numberAt(bytes, 8) ?? 0, maxPieces);
    const count = Math.min(2 ** Math.min(numberAt(bytes, 12) ?? 0, 20), total - dictionary.length);
    for (let i = 0; i < count; i++) {
      const offset = numberAt(bytes, start + i * 2, 2);
      const head = offset === null ? null : numberAt(bytes, start + offset, 2);
      if (offset === null || head === null) throw new AppError('book_broken');
      const at = start + offset + 2;
      dictionary.push({ bytes: bytes.subarray(at, at + (head & 0x7fff)), isPlain: (head & 0x8000) !== 0 });
    }
  }
  return dictionary;
}

/** The 32 bits from a bit on, as an unsigned number. */
function bitsAt(bytes: Buffer, bit: number): number {
  const at = bit >> 3;
  const shift = bit & 7;
  let value = 0;
  for (let i = 0; i < 4; i++) value = (value << 8) | (bytes[at + i] ?? 0);
  return shift === 0 ? value >>> 0 : ((value << shift) | ((bytes[at + 4] ?? 0) >> (8 - shift))) >>> 0;
}

/** A text record without the entries that follow its text. */
function withoutTrailing(record: Buffer, flags: number): Buffer {
  let text = record;
  for (let bits = flags >> 1; bits > 0; bits >>= 1) {
    if ((bits & 1) === 0) continue;
    let size = 0;
    for (const byte of text.subarray(-4)) size = byte & 0x80 ? byte & 0x7f : (size << 7) | (byte & 0x7f);
    text = text.subarray(0, Math.max(0, text.length - size));
  }
  if (flags & 1 && text.length > 0)
    text = text.subarray(0, Math.max(0, text.length - (((text.at(-1) as number) & 3) + 1)));
  return text;
}

/** Bytes of the text of one book. */
const maxText = 64 * 1024 * 1024;

/**
 * The whole text of a book.
 * @param start number of its first record, the header
 * @throws AppError book_broken, book_unsafe
 */
export function readMobiText(file: PalmFile, header: MobiHeader, start: number): Buffer {
  const record = (index: number) => file.record(start + index);
  const decompress = decompressorOf(header, record);
  const parts: Buffer[] = [];
  let length = 0;
  for (let index = 1; index <= header.textRecords; index++) {
    const text = decompress(withoutTrailing(record(index), header.trailingFlags));
    length += text.length;
    if (length > maxText) throw new AppError('book_unsafe');
    parts.push(text);
  }
  return Buffer.concat(parts);
}
