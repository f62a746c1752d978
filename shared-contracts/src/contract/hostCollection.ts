import type { Loadable } from './loadable.ts';
import type { Readable } from './readable.ts';

/** A row of a remote: JSON with an id that the remote gives (crypto.randomUUID(), never that of a book). */
export interface PartRow {
  id: string;
  /**
   * Id of the row of which this is another version: two devices changed it, and the collection's `conflict` is 'ask'.
   * Once the reader has chosen, `remove` this one, after `put` of its values under that id where they were chosen.
   */
  twin_of?: string;
}

export interface RowQuery {
  /** Only rows with these values of the declared keys. */
  where?: Readonly<Record<string, string>>;
}

/** Reads are there without a network; writes wait in the queue and are shown at once. */
export interface HostCollection<Row extends PartRow> {
  /** The rows in the order in which they were first written. The same query gives the same Readable. */
  watch(query?: RowQuery): Readable<Loadable<readonly Row[]>>;
  /**
   * Resolves when the write is stored in this browser, as `sync.enqueue`. Rejects when the id is no UUID, the row is
   * larger than declared, or a new one too many.
   */
  put(row: Row): Promise<void>;
  /** The row goes to the bin. */
  remove(id: string): Promise<void>;
}

export interface HostCollections {
  /**
   * Rows that this remote keeps for the reader, declared under `data` in its remote.json. The same name gives the same
   * object. Throws for a name that it does not declare.
   */
  collection<Row extends PartRow>(name: string): HostCollection<Row>;
}
