import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Writes the script of a helper process, which answers by `process.send`. Removed after the tests. */
export function helperScript(code: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-helper-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'helper.mjs');
  writeFileSync(file, `process.on('disconnect', () => process.exit());\n${code}`);
  return pathToFileURL(file);
}
