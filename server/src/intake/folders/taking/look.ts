import { FairQueue } from '../../../run/scheduling/FairQueue.ts';
import type { FolderRow } from './folderRows.ts';
import type { FolderServices } from './takeFile.ts';

/** A look at a folder, which can be ended. */
export interface Look {
  services: FolderServices;
  folder: FolderRow;
  signal: AbortSignal;
  /** Tells the reader how much there is to do, and that one more is done. */
  begin(total: number): Promise<void>;
  done(): Promise<void>;
}

/** What a look remembers for the next one. */
export interface Memory {
  /** Stamps of files that were not taken in yet. */
  stamps: Map<string, string>;
  /** Sources of rows whose file was not there. */
  missing: Set<string>;
}

export const noMemory = (): Memory => ({ stamps: new Map(), missing: new Set() });

/** What a look has found. */
export interface Looked {
  memory: Memory;
  /** Whether files are gone or back, so that the reader has to hear of it. */
  hasNews: boolean;
  /** Whether the next look should come soon: files wait until they no longer change. */
  waits: boolean;
  /** Absolute paths of folders, for watching. */
  folders: string[];
}

/** Files that are taken in at once: as many as the ingest reads, and one that is copied. */
const atOnce = 3;

/** Does something for each item, a few at once. It ends at the first error, and when the look is ended. */
export async function forEach<Item>(
  look: Look,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const turns = new FairQueue({ perReader: atOnce, waiting: Number.POSITIVE_INFINITY });
  let failed = false;
  const all = items.map((item) =>
    turns.run('', async () => {
      if (failed || look.signal.aborted) return;
      try {
        await work(item);
        await look.done();
      } catch (error) {
        failed = true;
        throw error;
      }
    }),
  );
  const first = (await Promise.allSettled(all)).find((one) => one.status === 'rejected');
  if (first) throw first.reason;
}
