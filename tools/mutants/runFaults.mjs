/** Puts the faults of faults.mjs into a copy of the repository, one at a time, and runs the test that notices each. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { faults } from './faults.mjs';

const copy = join(root, '.cache', 'mutants', 'copy');
/** Some faults leave a test waiting for what never happens. */
const longestTestMs = 180_000;

/** Copies tracked and untracked files and links installed packages; our own packages link into the copy. */
function makeCopy() {
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file));
  for (const folder of globSync('{.,*}/node_modules', { cwd: root })) linkPackages(folder);
}

function linkPackages(folder) {
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder))) {
    const isWorkspaces = name === '@lectern';
    if (isWorkspaces)
      cpSync(join(root, folder, name), join(copy, folder, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(root, folder, name), join(copy, folder, name));
  }
}

/** @returns {boolean} whether the test fails */
function fails({ test, engine }) {
  const node = process.execPath;
  const isOfServer = test.startsWith('server/');
  const args = engine
    ? ['tools/server-tests.mjs', test]
    : isOfServer
      ? ['--test', `--test-timeout=${longestTestMs}`, test]
      : [
          join(root, 'node_modules/jest/bin/jest.js'),
          '--selectProjects',
          dirname(test).split('/')[0],
          '--runTestsByPath',
          test,
        ];
  const env = { ...process.env, LECTERN_SKIP_INSTALL: '1' };
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: copy, env, encoding: 'utf8' });
  writeFileSync(join(root, '.cache', 'mutants', 'last-test.log'), `${stdout}\n${stderr}`);
  return status !== 0;
}

function withFault({ file, find, put }, work) {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  if (before.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`);
  try {
    writeFileSync(
      path,
      before.replace(find, () => put),
    );
    return work();
  } finally {
    writeFileSync(path, before);
  }
}

/**
 * @param {readonly string[]} asked prefixes of ids; empty means all
 * @returns {number} how many faults no test noticed
 */
export function runFaults(asked = []) {
  const chosen = faults.filter(({ id }) => asked.length === 0 || asked.some((one) => id.startsWith(one)));
  makeCopy();
  // A test that fails without the fault proves nothing.
  const sound = new Map();
  let unnoticed = 0;
  for (const fault of chosen) {
    const name = `${fault.test} ${fault.engine ?? ''}`;
    if (!sound.has(name)) sound.set(name, !fails(fault));
    const noticed = sound.get(name) && withFault(fault, () => fails(fault));
    if (!noticed) unnoticed += 1;
    const outcome = noticed ? 'noticed' : sound.get(name) ? 'NOT NOTICED' : 'TEST FAILS ANYWAY';
    console.log(`${outcome}  ${fault.id}: ${fault.what} (${fault.test})`);
  }
  console.log(`${chosen.length - unnoticed} of ${chosen.length} faults were noticed.`);
  rmSync(copy, { recursive: true, force: true });
  return unnoticed;
}
