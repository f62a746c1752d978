import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isSupported } from '../lib/install/nodeVersion.mjs';
import { root } from '../lib/paths.mjs';
import { filesBelow } from '../lib/registry/publish.mjs';

const text = (file) => readFileSync(join(root, file), 'utf8');

test('[O-09, O-03] an outdated Node is recognized by its version', () => {
  const refused = ['18.20.4', '20.18.9', '21.7.3', '22.11.0'];
  const supported = ['20.19.0', '22.12.0', '22.18.0', '23.0.0', '24.0.0', '26.1.0'];
  assert.deepEqual([...refused, ...supported].filter(isSupported), supported);
});

test('[O-03] the documents and package.json name the range that is checked', () => {
  assert.equal(JSON.parse(text('package.json')).engines.node, '^20.19.0 || >=22.12.0');
  for (const file of ['README.md', 'CONTRIBUTING.md', 'docs/writing-a-remote.md', 'docs/operators.md'])
    assert.match(text(file), /20\.19[^.]*22\.12/, file);
});

test('[O-03] the tools use nothing that the oldest supported Node lacks', () => {
  const newer =
    /\b(?:Map|Object)\.groupBy\b|\bawait using\b|\bPromise\.(?:withResolvers|try)\b|\bfromAsync\b/;
  const files = filesBelow(join(root, 'tools')).filter(
    (file) => /\.mjs$/.test(file) && !/^(?:test|testing\/mutants)\//.test(file),
  );
  assert.deepEqual(
    files.filter((file) => newer.test(text(join('tools', file)))),
    [],
  );
});

for (const program of ['server/main.mjs', 'server/src/cli.ts'])
  test(`[O-03] ${program} on an older Node ends with a sentence, before it reads newer syntax`, () => {
    const older = 'Object.defineProperty(process.versions, "node", { value: "22.18.0" })';
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(older)}`, program, 'backups'],
      { cwd: root, encoding: 'utf8' },
    );
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^The server of Lectern runs on Node 24 or newer, and this is 22\.18\.0\. .*\n$/);
    const imports = [...text(program).matchAll(/^import (?:.* from )?'(.*)'/gm)].map(([, from]) => from);
    assert.deepEqual(
      imports.filter((from) => !/^node:|requireNode\.mjs$/.test(from)),
      [],
    );
  });

test('[O-03] npm start in a folder that cannot be written to ends with a sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-read-only-'));
  try {
    for (const path of ['tools', 'package.json', 'package-lock.json'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    mkdirSync(join(folder, 'server'));
    for (const file of ['supervise.mjs', 'memorySettings.json'])
      cpSync(join(root, 'server', file), join(folder, 'server', file));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const start = (env) => {
      chmodSync(folder, 0o555);
      // Root may write to any folder.
      const user = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      const { status, stderr } = spawnSync(process.execPath, ['tools/start.mjs'], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, PORT: '38473', ...env },
        ...user,
      });
      chmodSync(folder, 0o755);
      assert.equal(status, 1, stderr);
      assert.doesNotMatch(stderr, /^\s+at /m);
      return stderr;
    };
    assert.match(
      start({ LECTERN_SKIP_INSTALL: '1' }),
      /^The product has to be built, and \S+ cannot be written to/,
    );
    const lock = { packages: { 'node_modules/missing': { version: '1.0.0' } } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    assert.match(start({}), /^Packages have to be installed, and \S+ cannot be written to/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
