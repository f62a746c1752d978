import { join } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

/**
 * The tests of several files in this process, one file after another, each in a suite of its own: what a file does
 * before or after all of its tests happens around these alone. A process that ends before the last of them has failed.
 * @param {readonly string[]} files paths from the root of the checkout
 */
export async function runTogether(files) {
  let left = files.length;
  process.on('exit', () => {
    if (left > 0) process.exitCode = 1;
  });
  for (const file of files) {
    await describe(file, () => import(pathToFileURL(join(root, file)).href));
    left -= 1;
  }
}
