import { AppError } from '../../../../run/common/errors.ts';
import { numberAt } from './PalmFile.ts';

/** "None" in a field that names a record. */
const none = 0xffffffff;

export interface MobiHeader {
  compression: number;
  textRecords: number;
  encoding: 'utf-8' | 'windows-1252';
  version: number;
  title: string;
  language: string | undefined;
  /** Number of the first record with a picture. */
  firstResource: number | null;
  huffRecord: number | null;
  huffRecords: number;
  /** Which entries follow the text of a record. */
  trailingFlags: number;
  /** Records of indexes: the contents, and of KF8 files, fragments and skeletons. */
  contents: number | null;
  flows: number | null;
  fragments: number | null;
  skeletons: number | null;
  extra: ExtraHeader;
}

/** Metadata by number (EXTH), each possibly several times. */
export type ExtraHeader = ReadonlyMap<number, readonly Buffer[]>;

/**
 * Reads the first record of a book in the format of Mobipocket.
 * @throws AppError book_broken; book_protected when it is encrypted
 */
export function readMobiHeader(record: Buffer): MobiHeader {
  const compression = numberAt(record, 0, 2);
  const textRecords = numberAt(record, 8, 2);
  if (compression === null || textRecords === null) throw new AppError('book_broken');
  if (numberAt(record, 12, 2) !== 0) throw new AppError('book_protected');
  const isMobi = record.toString('latin1', 16, 20) === 'MOBI';
  const length = isMobi ? (numberAt(record, 20) ?? 0) : 0;
  // A field beyond the end of the header is not there.
  const field = (offset: number) => (offset + 4 <= 16 + length ? numberAt(record, offset) : null);
  const recordField = (offset: number) => {
    const value = field(offset);
    return value === null || value === none ? null : value;
  };
  const encoding = field(28) === 1252 || !isMobi ? 'windows-1252' : 'utf-8';
  const version = field(36) ?? 0;
  const isKf8 = version >= 8;
  const titleStart = field(84) ?? 0;
  const title = record.subarray(titleStart, titleStart + Math.min(field(88) ?? 0, 4_000));
  const hasExtra = ((field(128) ?? 0) & 0x40) !== 0;
  return {
    compression,
    textRecords,
    encoding,
    version,
    title: new TextDecoder(encoding).decode(title),
    language: languages[(field(92) ?? 0) & 0xff],
    firstResource: recordField(108),
    huffRecord: recordField(112),
    huffRecords: field(116) ?? 0,
    trailingFlags: length >= 228 ? (field(240) ?? 0) & 0xffff : 0,
    contents: recordField(244),
    // With a single flow there is no such record, and the field has other numbers.
    flows: isKf8 && (field(196) ?? 0) > 1 ? recordField(192) : null,
    fragments: isKf8 ? recordField(248) : null,
    skeletons: isKf8 ? recordField(252) : null,
    extra: hasExtra ? readExtraHeader(record.subarray(16 + length)) : new Map(),
  };
}

function readExtraHeader(bytes: Buffer): ExtraHeader {
  const values = new Map<number, Buffer[]>();
  if (bytes.toString('latin1', 0, 4) !== 'EXTH') return values;
  const count = numberAt(bytes, 8) ?? 0;
  let at = 12;
  for (let i = 0; i < count; i++) {
    const type = numberAt(bytes, at);
    const length = numberAt(bytes, at + 4);
    if (type === null || length === null || length < 8 || at + length > bytes.length) break;
    values.set(type, [...(values.get(type) ?? []), bytes.subarray(at + 8, at + length)].slice(0, 100));
    at += length;
  }
  return values;
}

/** The number in a value; null when there is none. */
export function extraNumber(extra: ExtraHeader, type: number): number | null {
  const value = numberAt(extra.get(type)?.[0] ?? Buffer.alloc(0), 0);
  return value === none ? null : value;
}

/** Languages by the numbers of Windows. */
const languages: Readonly<Record<number, string>> = Object.fromEntries(
  '1 ar,2 bg,3 ca,4 zh,5 cs,6 da,7 de,8 el,9 en,10 es,11 fi,12 fr,13 he,14 hu,15 is,16 it,17 ja,18 ko,19 nl,20 no,21 pl,22 pt,24 ro,25 ru,26 hr,27 sk,29 sv,30 th,31 tr,33 id,34 uk,36 sl,37 et,38 lv,39 lt,41 fa,42 vi,57 hi'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);
