import { DictionaryProblem, dictionaryLimits } from './dictionaryProblem.ts';

/** The file with the texts of a dictionary. Entries may share a text, so the bytes of all entries are limited. */
export class EntryData {
  readonly #data: Uint8Array;
  readonly #file: string;
  #entries = 0;
  #bytes = 0;

  constructor(data: Uint8Array, file: string) {
    this.#data = data;
    this.#file = file;
  }

  /**
   * The bytes of an entry, without those that are too many for one.
   * @throws DictionaryProblem `damaged`, `too_large`
   */
  of(offset: number, size: number): Uint8Array {
    if (offset + size > this.#data.byteLength) throw new DictionaryProblem('damaged', this.#file);
    const bytes = this.#data.subarray(offset, offset + Math.min(size, dictionaryLimits.entryBytes));
    this.#entries += 1;
    this.#bytes += bytes.byteLength;
    if (this.#entries > dictionaryLimits.entries || this.#bytes > dictionaryLimits.allEntryBytes)
      throw new DictionaryProblem('too_large', this.#file);
    return bytes;
  }
}
