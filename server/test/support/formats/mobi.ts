export interface MobiContents {
  title?: string;
  author?: string;
  /** HTML, in which `filepos` and `recindex` are the links and pictures. */
  text?: string | Buffer;
  pictures?: readonly Buffer[];
  compression?: number;
  encryption?: number;
  textRecords?: number;
  version?: number;
  /** First record of a dictionary, and how many there are. */
  dictionary?: readonly [first: number, count: number];
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A small MOBI of the older format; its numbers may be false. */
export function makeMobi({
  title = 'A Small Way',
  author = 'Ann Writer',
  text = '<html><body><h1>One</h1><p>Call me Ishmael.</p></body></html>',
  pictures = [],
  compression = 1,
  encryption = 0,
  textRecords = 1,
  version = 6,
  dictionary = [1, 0xffffffff],
}: MobiContents = {}): Buffer {
  const values = [
    [100, Buffer.from(author)],
    [503, Buffer.from(title)],
    ...(pictures.length > 0 ? ([[201, number(0)]] as const) : []),
  ] as const;
  const extra = Buffer.concat([
    Buffer.from('EXTH'),
    number(0),
    number(values.length),
    ...values.flatMap(([type, value]) => [number(type), number(8 + value.length), value]),
  ]);
  const header = Buffer.alloc(16 + 232);
  header.writeUInt16BE(compression, 0);
  header.writeUInt16BE(textRecords, 8);
  header.writeUInt16BE(4_096, 10);
  header.writeUInt16BE(encryption, 12);
  header.write('MOBI', 16, 'latin1');
  for (const [offset, value] of [
    [20, 232],
    [28, 65_001],
    [36, version],
    [108, 2],
    [112, dictionary[0]],
    [116, dictionary[1]],
    [128, 0x40],
    [244, 0xffffffff],
  ] as const)
    header.writeUInt32BE(value, offset);
  return palmFile([Buffer.concat([header, extra]), Buffer.from(text), ...pictures]);
}

/** A MOBI whose text is written with a dictionary of letters, and one of its entries with others. */
export function makeHuffmanMobi(text: string): Buffer {
  const packed = Buffer.from(text.replaceAll('whale', '\x01'), 'latin1');
  const huff = Buffer.alloc(24 + 256 * 4 + 32 * 8);
  huff.write('HUFF', 0, 'latin1');
  huff.writeUInt32BE(24, 8);
  huff.writeUInt32BE(24 + 256 * 4, 12);
  // Every letter is a code of eight bits, counted down from the last entry.
  for (let letter = 0; letter < 256; letter++) huff.writeUInt32BE((255 << 8) | 0x80 | 8, 24 + letter * 4);
  const entries = Array.from({ length: 256 }, (_, index) => {
    const letter = 255 - index;
    return letter === 1
      ? { plain: 0, bytes: Buffer.from('whale') }
      : { plain: 0x8000, bytes: Buffer.from([letter]) };
  });
  let offset = 512;
  const offsets = entries.map(({ bytes }) => {
    offset += 2 + bytes.length;
    return offset - 2 - bytes.length;
  });
  const short = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const dictionary = Buffer.concat([
    Buffer.from('CDIC'),
    number(16),
    number(256),
    number(8),
    ...offsets.map(short),
    ...entries.flatMap(({ plain, bytes }) => [short(plain | bytes.length), bytes]),
  ]);
  return makeMobi({ text: packed, pictures: [huff, dictionary], compression: 17_480, dictionary: [2, 2] });
}

/** A Palm database of these records. */
export function palmFile(records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(78 + records.length * 8 + 2);
  head.write('A_Small_Way', 0, 'latin1');
  head.write('BOOKMOBI', 60, 'latin1');
  head.writeUInt16BE(records.length, 76);
  let offset = head.length;
  for (const [index, record] of records.entries()) {
    head.writeUInt32BE(offset, 78 + index * 8);
    offset += record.length;
  }
  return Buffer.concat([head, ...records]);
}
