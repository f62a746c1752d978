/** What is built, and given to every reader, has nothing of the machine that built it. */
import { readdirSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellDist } from '../tools/lib/paths.mjs';
import { expect, test } from './support/test.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Paths, and the machine's name unless it is a word that code may contain. */
const traces = [root, encodeURIComponent(root), `${homedir()}/`, hostname()].filter(
  (trace) => trace.length > 5 && trace !== 'localhost',
);

test('[O-01] no built file has a path or the name of the machine that built it', {
  tag: '@every-run',
}, () => {
  const dist = dirname(shellDist);
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const bytes = readFileSync(file);
    return traces
      .filter((trace) => bytes.includes(trace))
      .map((trace) => `${relative(dist, file)}: ${trace}`);
  });
  expect(found).toEqual([]);
});
