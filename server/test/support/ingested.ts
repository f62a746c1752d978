import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { IngestedBook, IngestStep } from '../../src/intake/ingest/ingestedBook.ts';
import { processorTime } from '../../src/intake/ingest/limits.ts';
import { ingestFile } from '../../src/intake/ingest/worker/ingestFile.ts';

export interface Ingested {
  book: IngestedBook;
  /** Text of a served resource; null when it is not served. */
  text(path: string): string | null;
  bytes(path: string): Buffer | null;
}

/** Ingests a file like the worker, in this thread. */
export async function ingested(
  file: Uint8Array,
  fileName = 'some_file.epub',
  skippedSteps: readonly IngestStep[] = [],
  { timeLimit = 300_000 } = {},
): Promise<Ingested> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-ingest-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, file);
    const softDeadline = processorTime() + timeLimit;
    const book = await ingestFile({
      path,
      fileName,
      workDir: folder,
      softDeadline,
      progress: () => {},
      skippedSteps,
      step: () => {},
    });
    const pack = book.packFile ? await readFile(join(folder, book.packFile)) : Buffer.alloc(0);
    const bytes = (wanted: string) => {
      const resource = book.resources.find((known) => known.path === wanted);
      if (!resource) return null;
      const stored = pack.subarray(resource.start, resource.start + resource.length);
      return resource.encoding === 'gzip' ? gunzipSync(stored) : stored;
    };
    return { book, bytes, text: (wanted) => bytes(wanted)?.toString('utf8') ?? null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
