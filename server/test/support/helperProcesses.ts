import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createMarksReader } from '../../src/devices/annotations/reading/marksReader.ts';
import { createCoverRenderer, createPageRenderer } from '../../src/intake/ingest/pageImage/renderers.ts';
import { IngestPool } from '../../src/intake/jobs/IngestPool.ts';

/** A server that stops leaves its helper processes to the next one. They end with the process of the tests. */
const stop = async () => {};
const quiet = { error: () => {} };

class SharedPool extends IngestPool {
  override stop = stop;
}

/**
 * Helper processes that all servers of a test process share: starting one takes half a second of CPU time, as much as
 * many a whole file of tests.
 */
export const sharedHelpers = {
  ingestPool: new SharedPool({ size: 2, onTrouble: () => {} }),
  covers: Object.assign(createCoverRenderer(quiet), { stop }),
  pages: Object.assign(createPageRenderer(quiet), { stop }),
  marks: Object.assign(createMarksReader(quiet), { stop }),
};

/** Writes the script of a helper process, which answers by `process.send`. Removed after the tests. */
export function helperScript(code: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-helper-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'helper.mjs');
  writeFileSync(file, `process.on('disconnect', () => process.exit());\n${code}`);
  return pathToFileURL(file);
}
