/**
 * Why a dictionary cannot be used. `not_a_dictionary`: no dictionary among the files. `missing_file`: a required file
 * is missing. `damaged`: it is inconsistent or unreadable. `too_large`: it exceeds the limits below. `empty`: it has
 * no entries. `unsupported`: it is of an unsupported kind.
 */
export type DictionaryProblemKind =
  | 'not_a_dictionary'
  | 'missing_file'
  | 'damaged'
  | 'too_large'
  | 'empty'
  | 'unsupported';

/** A dictionary that cannot be read. */
export class DictionaryProblem extends Error {
  override readonly name = 'DictionaryProblem';
  readonly kind: DictionaryProblemKind;
  /** @param file the file concerned, if any */
  constructor(kind: DictionaryProblemKind, file = '') {
    super(`The dictionary cannot be used: ${kind}${file ? ` (${file})` : ''}.`);
    this.kind = kind;
  }
}

export const dictionaryLimits = {
  /** Bytes of a file as given, compressed or not. */
  fileBytes: 300_000_000,
  /** Bytes of an unpacked file. */
  unpackedBytes: 400_000_000,
  entries: 2_000_000,
  /** Bytes of one entry with its markup; the rest is dropped. */
  entryBytes: 800_000,
  /** Bytes of all entries; a text that several entries share counts for each. */
  allEntryBytes: 1_600_000_000,
  /** Characters of one entry; the rest is dropped. */
  entryCharacters: 20_000,
  /** Characters of a headword; longer ones are dropped. */
  headwordCharacters: 200,
  /** Entries of one key, which are read together; the rest is dropped. */
  entriesOfKey: 100,
  /** Characters of the name of a dictionary. */
  nameCharacters: 200,
} as const;
