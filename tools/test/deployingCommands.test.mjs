/** Runs the commands of docs/operators.md. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadConfig } from '../../server/src/run/config/config.ts';
import { sampleReader } from '../lib/deploy/sampleReader.mjs';
import { root } from '../lib/paths.mjs';
import { startServer } from '../lib/processes/server.mjs';

const text = readFileSync(join(root, 'docs/operators.md'), 'utf8');

/**
 * Fenced blocks by the marker after their language: `run`, `settings`, `tested-by=file,…` (another test runs
 * them), or `needs=…` (requires a certain machine; not run).
 */
const blocks = [...text.matchAll(/^```(\w*) ?(\S*)\n(.*?)^```$/gms)].map(([, language, mark, code]) => ({
  language,
  mark,
  code,
  line: code
    .trim()
    .split('\n')
    .find((line) => !line.startsWith('#')),
}));
const marked = (mark) => blocks.filter((block) => block.mark === mark || block.mark.startsWith(`${mark}=`));

/** Paths of an operator's machine, which are replaced by folders of this test. */
const places = ['/var/lib/lectern', '/backups'];

describe('commands of docs/operators.md', () => {
  let folder;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-operator-'));
    for (const place of places) mkdirSync(join(folder, place), { recursive: true });
    const server = await startServer({ DATA_DIR: join(folder, '/var/lib/lectern') });
    const account = { name: 'Ada', email: 'reader@example.org', password: 'a long enough password' };
    try {
      await sampleReader(server.url, account);
    } finally {
      await server.stop();
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('have a marker each', (t) => {
    for (const { language, mark, line } of blocks)
      if (language !== 'text' && language !== 'json')
        assert.match(mark, /^(run|settings|tested-by=.+|needs=.+)$/, `The block of ${line}`);
    for (const { mark, code } of marked('needs'))
      for (const line of code.trim().split('\n')) t.diagnostic(`not run, ${mark}: ${line}`);
  });

  for (const { mark, code, line } of marked('tested-by'))
    it(`another test runs: ${line}`, () => {
      const files = mark.slice('tested-by='.length).split(',');
      for (const file of files) assert.ok(existsSync(join(root, file)), file);
      const tests = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
      // Options of each tool must occur in that test.
      for (const [, option] of code.matchAll(/^npm run .*? (--[a-z]{3,})/gm))
        assert.ok(tests.includes(option), `${files} does not use ${option}`);
    });

  for (const { code, line } of marked('settings'))
    it(`the server takes: ${line}`, () => {
      const lines = code
        .trim()
        .split('\n')
        .filter((each) => !each.startsWith('#'));
      const settings = lines.map((each) => /^([A-Z0-9_]+)="?(.*?)"?$/.exec(each)?.slice(1));
      loadConfig({
        DATA_DIR: join(folder, '/var/lib/lectern'),
        LECTERN_ORIGIN: 'https://books.example.org',
        ...Object.fromEntries(settings),
      });
    });

  for (const { code, line } of marked('run'))
    it(`does what it says: ${line}`, () => {
      const here = places.reduce((all, place) => all.replaceAll(place, join(folder, place)), code);
      const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', here], { cwd: root, encoding: 'utf8' });
      assert.equal(status, 0, `${here}\n${stdout}${stderr}`);
    });
});
