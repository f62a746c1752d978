import type { FoundEntry } from '../domain/dictionary/lookUp.ts';
import type { LookUpRequest } from '../domain/dictionary/lookUpPlan.ts';
import type { Readable } from './readable.ts';

export interface Dictionary {
  id: string;
  name: string;
  /** Language of its headwords, as in BCP 47; null when it is not known. */
  from: string | null;
  /** Language in which they are explained. */
  to: string | null;
  /** 'server': offered by the server, for all readers. 'imported': from files of the reader, in this browser only. */
  source: 'server' | 'imported';
  /** 'offered': it can be downloaded. 'ready': it is looked up, also without a network. */
  state: 'offered' | 'downloading' | 'ready';
  /** Null until it is downloaded. */
  entries: number | null;
  bytes: number | null;
  /** Copyright and license in the dictionary's own words. */
  license: string | null;
}

/** Dictionaries for looking words up, kept in this browser; since contract 1.4. */
export interface HostDictionaries {
  /** In the reader's order. Empty until `load`. */
  all: Readable<readonly Dictionary[]>;
  /** Finds the dictionaries of this browser, then those that the server offers. */
  load(): Promise<void>;
  /** Rejects with a HostError. */
  download(id: string): Promise<void>;
  /**
   * Adds dictionaries in StarDict's format or that of DICT.
   * @returns their names. Rejects with a HostError that says what is wrong with one of them: then none is added.
   */
  add(files: readonly File[]): Promise<string[]>;
  remove(id: string): Promise<void>;
  /** Ids in the order in which they are to be looked up. */
  order(ids: readonly string[]): void;
  /** Looks up in those that are ready and for the language of the text; needs no network. */
  lookUp(request: LookUpRequest): Promise<readonly FoundEntry[]>;
}
