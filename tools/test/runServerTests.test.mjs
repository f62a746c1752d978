import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, test } from 'node:test';
import { root } from '../lib/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-shared-'));
after(() => rmSync(folder, { recursive: true }));

/** A test file, by its path relative to the root of the checkout. */
function file(name, code, ending = 'ts') {
  const path = join(folder, `${name}.test.${ending}`);
  writeFileSync(path, `import { after, before, beforeEach, test } from 'node:test';\n${code}`);
  return relative(root, path);
}

/** Runs these files in one process. @returns its exit code, and the results by title */
function runShared(...files) {
  const results = join(folder, 'results.json');
  // Without the variables that tell Node that a test started it, which make it report to its parent.
  const { NODE_TEST_CONTEXT: _started, ...env } = process.env;
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['tools/lib/testing/runServerTests.mjs', results, JSON.stringify([{ files }])],
      { cwd: root, env },
      (error) => {
        const all = JSON.parse(readFileSync(results, 'utf8'));
        const tests = all.map(({ title, result }) => `${title}: ${result}`);
        resolve({ code: error?.code ?? 0, tests, failed: all.filter(({ result }) => result === 'failed') });
      },
    ),
  );
}

describe('test files that share a process', () => {
  const quiet = file('quiet', `test('goes well', () => {});`);

  test('have their own hooks, and their tests keep their titles', async () => {
    const first = file(
      'first',
      `before(() => { process.env.HOOKS = 'before '; });
       beforeEach(() => { process.env.HOOKS += 'each '; });
       after(() => { process.env.HOOKS += 'after '; });
       test('one', () => {});`,
    );
    const second = file(
      'second',
      `test('two', () => { if (process.env.HOOKS !== 'before each after ') throw new Error(process.env.HOOKS); });`,
      'mjs',
    );
    const { code, tests } = await runShared(first, second);
    assert.deepEqual({ code, tests }, { code: 0, tests: ['one: passed', 'two: passed'] });
  });

  for (const [what, code] of [
    ['a test fails', `test('fails', () => { throw new Error('no'); });`],
    ['a file cannot be loaded', `throw new Error('no');`],
  ])
    test(`fail when ${what}, and those after it still run`, async () => {
      const { code: exitCode, tests } = await runShared(file('broken', code), quiet);
      assert.equal(exitCode, 1);
      assert.ok(tests.includes('goes well: passed'), tests.join());
    });

  for (const [what, code] of [
    ['a test', `test('fails', () => { throw new Error('not ready'); });`],
    ['a hook', `before(() => { throw new Error('not ready'); }); test('waits', () => {});`],
  ])
    test(`report in which file ${what} failed, and why`, async () => {
      const path = file('reason', code);
      const { failed } = await runShared(quiet, path);
      assert.ok(
        failed.some((each) => each.file === join(root, path) && each.error === 'not ready'),
        JSON.stringify(failed),
      );
    });

  test('fail when one of them ends the process', async () => {
    assert.equal((await runShared(file('ending', 'process.exit(0);'), quiet)).code, 1);
  });
});
