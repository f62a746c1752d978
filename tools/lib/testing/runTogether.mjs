import { join } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.mjs';

/**
 * Runs the tests of several files in this process, one file after another, each in its own suite, so that before and
 * after hooks apply to their own file. If the process ends before the last file, it has failed.
 * @param {readonly string[]} files paths relative to the root of the checkout
 * @param {string} [suite] a suite around all of them
 */
export async function runTogether(files, suite) {
  let left = files.length;
  process.on('exit', () => {
    if (left > 0) process.exitCode = 1;
  });
  const runAll = async () => {
    for (const file of files) {
      await describe(file, () => import(pathToFileURL(join(root, file)).href));
      left -= 1;
    }
  };
  await (suite === undefined ? runAll() : describe(suite, runAll));
}
