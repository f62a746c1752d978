/**
 * Why a dictionary cannot be used. `not_a_dictionary`: none of the files is one. `missing_file`: a file that belongs to
 * it is not there. `damaged`: what its index names is not there, or cannot be read. `too_large`: more than the limits
 * below. `empty`: no entries. `unsupported`: a kind of file that is not read here.
 */
export type DictionaryProblemKind =
  | 'not_a_dictionary'
  | 'missing_file'
  | 'damaged'
  | 'too_large'
  | 'empty'
  | 'unsupported';

/** A dictionary that cannot be read; nothing of it is kept. */
export class DictionaryProblem extends Error {
  override readonly name = 'DictionaryProblem';
  readonly kind: DictionaryProblemKind;
  /** @param file the file that it is about, where it is about one */
  constructor(kind: DictionaryProblemKind, file = '') {
    super(`The dictionary cannot be used: ${kind}${file ? ` (${file})` : ''}.`);
    this.kind = kind;
  }
}

export const dictionaryLimits = {
  /** Bytes of a file as it comes, compressed or not. */
  fileBytes: 300_000_000,
  /** Bytes of a file once it is unpacked. */
  unpackedBytes: 400_000_000,
  entries: 2_000_000,
  /** Characters of one entry; the rest is left out. */
  entryCharacters: 20_000,
  /** Characters of a headword; longer ones are left out. */
  headwordCharacters: 200,
} as const;
