import { AppError } from '../../../../run/common/errors.ts';
import { numberAt, variableNumber } from './PalmFile.ts';

interface IndexEntry {
  name: string;
  /** Values by tag. */
  tags: ReadonlyMap<number, readonly number[]>;
}

export interface IndexTable {
  entries: readonly IndexEntry[];
  /** A text by its number, as tags name it. */
  text(number: number | undefined): string;
}

const maxEntries = 200_000;

/**
 * Reads an index: a record that describes it, records of entries, records of texts.
 * @param record gives a record by its number
 * @throws AppError book_broken
 */
export function readIndex(
  first: number,
  record: (index: number) => Buffer,
  encoding: 'utf-8' | 'windows-1252',
): IndexTable {
  const head = record(first);
  const entryRecords = fieldOf(head, 24);
  const tagTable = tagTableOf(head);
  const entries: IndexEntry[] = [];
  for (let index = 1; index <= entryRecords; index++) {
    for (const entry of entriesIn(record(first + index), tagTable)) {
      if (entries.length >= maxEntries) throw new AppError('book_unsafe');
      entries.push(entry);
    }
  }
  const texts = textsIn(fieldOf(head, 52), (index) => record(first + entryRecords + 1 + index), encoding);
  return { entries, text: (number) => texts.get(number ?? -1) ?? '' };
}

function fieldOf(record: Buffer, offset: number): number {
  const value = record.toString('latin1', 0, 4) === 'INDX' ? numberAt(record, offset) : null;
  if (value === null) throw new AppError('book_broken');
  return value;
}

interface TagTable {
  controlBytes: number;
  tags: readonly { tag: number; values: number; mask: number; isEnd: boolean }[];
}

function tagTableOf(head: Buffer): TagTable {
  const at = fieldOf(head, 4);
  const length = numberAt(head, at + 4);
  const controlBytes = numberAt(head, at + 8);
  if (head.toString('latin1', at, at + 4) !== 'TAGX' || length === null || controlBytes === null)
    throw new AppError('book_broken');
  const bytes = head.subarray(at + 12, at + Math.min(length, 4_096));
  const tags = Array.from({ length: bytes.length >> 2 }, (_, index) => {
    const [tag = 0, values = 0, mask = 0, end = 0] = bytes.subarray(index * 4, index * 4 + 4);
    return { tag, values: Math.max(1, values), mask, isEnd: (end & 1) === 1 };
  });
  return { controlBytes: Math.min(controlBytes, 64), tags };
}

function* entriesIn(record: Buffer, table: TagTable): Generator<IndexEntry> {
  const offsets = fieldOf(record, 20);
  const count = fieldOf(record, 24);
  for (let i = 0; i < count; i++) {
    const offset = numberAt(record, offsets + 4 + 2 * i, 2);
    const nameLength = offset === null ? null : numberAt(record, offset, 1);
    if (offset === null || nameLength === null) throw new AppError('book_broken');
    const start = offset + 1 + nameLength;
    yield { name: record.toString('latin1', offset + 1, start), tags: tagsAt(record, start, table) };
  }
}

function tagsAt(record: Buffer, start: number, { controlBytes, tags }: TagTable): Map<number, number[]> {
  const found: { tag: number; count: number | null; bytes: number }[] = [];
  let control = start;
  let at = start + controlBytes;
  for (const { tag, values, mask, isEnd } of tags) {
    if (isEnd) {
      control++;
      continue;
    }
    const bits = (record[control] ?? 0) & mask;
    if (bits === 0) continue;
    const isMany = (mask & (mask - 1)) !== 0;
    if (bits === mask && isMany) {
      const { value, length } = variableNumber(record, at);
      at += length;
      found.push({ tag, count: null, bytes: value });
    } else found.push({ tag, count: (bits >> Math.log2(mask & -mask)) * values, bytes: 0 });
  }
  const result = new Map<number, number[]>();
  for (const { tag, count, bytes } of found) {
    const values: number[] = [];
    const end = at + bytes;
    while ((count === null ? at < end : values.length < count) && at < record.length) {
      const { value, length } = variableNumber(record, at);
      at += length;
      values.push(value);
    }
    result.set(tag, values);
  }
  return result;
}

/** Each record of texts begins at a multiple of 65,536. */
function textsIn(
  count: number,
  record: (index: number) => Buffer,
  encoding: 'utf-8' | 'windows-1252',
): Map<number, string> {
  const texts = new Map<number, string>();
  const decoder = new TextDecoder(encoding);
  for (let index = 0; index < count; index++) {
    const bytes = record(index);
    for (let at = 0; at < bytes.length && texts.size < maxEntries; ) {
      const { value, length } = variableNumber(bytes, at);
      texts.set(index * 0x10000 + at, decoder.decode(bytes.subarray(at + length, at + length + value)));
      at += length + value;
    }
  }
  return texts;
}
