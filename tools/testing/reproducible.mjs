/**
 * npm run reproducible: builds this source in three folders of different length and depth, and compares all files of
 * the shell and of the remotes. Each folder has its own packages, as a checkout has. Takes about a minute; requires the
 * commands cp, diff and grep of GNU.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { root } from '../lib/paths.mjs';

await ensureInstalled();
/** On the same disk as the packages, which are linked. */
const place = join(root, '.cache', 'reproducible');
const folders = ['a', 'somewhere/else/with-a-longer-path/lectern', 'b/c'].map((path) => join(place, path));
const notSource = new Set(['.cache', '.git', 'data', 'dist', 'node_modules']);

/** @returns {string} the folder of the build */
function builtIn(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root).filter((each) => !notSource.has(each)))
    cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
  execFileSync('cp', ['-al', join(root, 'node_modules'), folder]);
  const env = { ...process.env, LECTERN_SKIP_INSTALL: '1', LECTERN_REMOTES_DIR: '' };
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: folder, stdio: 'inherit', env });
  const dist = join(folder, 'dist');
  // The registry beside the remotes has the time of the build.
  for (const entry of readdirSync(join(dist, 'remotes'), { withFileTypes: true }))
    if (entry.isFile()) rmSync(join(dist, 'remotes', entry.name));
  for (const path of [folder, encodeURIComponent(folder)])
    refuse('contain the path of their build', 'grep', ['-rlF', path, dist]);
  return dist;
}

/** Fails if the command prints anything. */
function refuse(what, command, args) {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const lines = `${stdout}${stderr}`.trim().split('\n').filter(Boolean);
  if (lines.length > 0) throw new Error(`These files ${what}:\n${lines.slice(0, 20).join('\n')}`);
}

try {
  rmSync(place, { recursive: true, force: true });
  const [first, ...others] = folders.map(builtIn);
  for (const other of others) refuse('are not the same in each folder', 'diff', ['-rq', first, other]);
  console.log(`All files are the same in ${folders.length} folders.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
