/** The rule against floating promises applies to every workspace: .oxlintrc.json and noVoid in biome.json. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../lib/paths.mjs';

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const withoutSource = new Set(['e2e', 'bench']);
const folderOf = (workspace) => (withoutSource.has(workspace) ? workspace : `${workspace}/src`);
/** Beside the real code, so that the same configuration applies. */
const fileIn = (workspace) => `${folderOf(workspace)}/promises.fixture.ts`;

const source = (workspace) => `import type { Host } from '@lectern/shared-contracts/contract/host.ts';
${workspace === 'server' ? "import type { RateLimits } from './http/rateLimits/rateLimit.ts';" : ''}
export function floats(host: Host): void {
  host.sync.flush();
}
export function discards(host: Host): () => void {
  return () => void host.sync.flush();
}
export function listens(host: Host, button: HTMLElement): void {
  button.addEventListener('click', () => host.sync.flush());
}
${workspace === 'server' ? "export function counts(limits: RateLimits): void {\n  limits.hit('oidc', 'network', { tries: 60, seconds: 900 });\n}" : ''}
`;

before(() => {
  for (const workspace of workspaces) writeFileSync(join(root, fileIn(workspace)), source(workspace));
  writeFileSync(
    join(root, 'tools/promises.fixture.mjs'),
    "import { rm } from 'node:fs/promises';\nrm('x');\n",
  );
});
after(() => {
  for (const workspace of workspaces) rmSync(join(root, fileIn(workspace)), { force: true });
  rmSync(join(root, 'tools/promises.fixture.mjs'), { force: true });
});

/** The complaints of a linter about these files, as 'file rule'. */
function complaints(tool, args, files, pattern) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', tool), ...args, ...files],
    { cwd: root, encoding: 'utf8' },
  );
  return [...`${stdout}\n${stderr}`.matchAll(pattern)]
    .map(({ groups }) => `${groups.file} ${groups.rule}`)
    .sort();
}

test('[S-01] a floating promise is found in every workspace', () => {
  const files = [...workspaces.map(fileIn), 'tools/promises.fixture.mjs'];
  const found = complaints(
    'oxlint/bin/oxlint',
    ['--type-aware', '--format=unix'],
    files,
    /(?<file>[\w./-]+\.fixture\.\w+):\d+:\d+:.*typescript\((?<rule>[\w-]+)\)/g,
  ).map((line) => line.replace(`${root}/`, ''));
  const wanted = workspaces.flatMap((workspace) => [
    `${fileIn(workspace)} no-floating-promises`,
    ...(workspace === 'server' ? [`${fileIn(workspace)} no-floating-promises`] : []),
    `${fileIn(workspace)} no-misused-promises`,
  ]);
  assert.deepEqual(found, [...wanted, 'tools/promises.fixture.mjs no-floating-promises'].sort());
});

test('[F-19] `void promise` is rejected in every workspace', () => {
  const files = workspaces.map(fileIn);
  const found = complaints(
    '@biomejs/biome/bin/biome',
    ['lint', '--colors=off', '--only=complexity/noVoid'],
    files,
    /^(?<file>[\w./-]+):\d+:\d+ lint\/complexity\/(?<rule>noVoid)/gm,
  );
  assert.deepEqual(found, files.map((file) => `${file} noVoid`).sort());
});
