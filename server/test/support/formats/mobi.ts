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
    [112, 1],
    [116, 0xffffffff],
    [128, 0x40],
    [244, 0xffffffff],
  ] as const)
    header.writeUInt32BE(value, offset);
  return palmFile([Buffer.concat([header, extra]), Buffer.from(text), ...pictures]);
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
