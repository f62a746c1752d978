import { AppError } from '../../../../run/common/errors.ts';

/** A Palm database: numbered records. Each offset and number in it is checked before it is used. */
export class PalmFile {
  readonly #bytes: Buffer;
  readonly #offsets: readonly number[];

  /** @throws AppError book_broken */
  constructor(bytes: Buffer) {
    if (bytes.length < 78) throw new AppError('book_broken');
    const count = bytes.readUInt16BE(76);
    if (count === 0 || 78 + count * 8 > bytes.length) throw new AppError('book_broken');
    const offsets = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(78 + index * 8));
    for (const [index, offset] of offsets.entries())
      if (offset > bytes.length || offset < (offsets[index - 1] ?? 0)) throw new AppError('book_broken');
    this.#bytes = bytes;
    this.#offsets = offsets;
  }

  get recordCount(): number {
    return this.#offsets.length;
  }

  /**
   * The bytes of a record, not copied.
   * @throws AppError book_broken when there is none
   */
  record(index: number): Buffer {
    const start = this.#offsets[index];
    if (start === undefined) throw new AppError('book_broken');
    return this.#bytes.subarray(start, this.#offsets[index + 1] ?? this.#bytes.length);
  }
}

/** Reads a number of a record; null where the record ends before it. */
export function numberAt(record: Buffer, offset: number, bytes: 1 | 2 | 4 = 4): number | null {
  return offset >= 0 && offset + bytes <= record.length ? record.readUIntBE(offset, bytes) : null;
}

/** A number of variable length: seven bits a byte, the last with its high bit set. */
export function variableNumber(record: Buffer, offset: number): { value: number; length: number } {
  let value = 0;
  let length = 0;
  while (length < 4 && offset + length < record.length) {
    const byte = record[offset + length++] as number;
    value = (value << 7) | (byte & 0x7f);
    if (byte & 0x80) break;
  }
  // An empty record has no number; the position still advances.
  return { value, length: Math.max(1, length) };
}
