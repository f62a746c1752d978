/**
 * npm run reproducible: builds this source in three folders of different length and depth, and compares all files of
 * the shell and of the remotes. Each folder has its own packages, as a checkout has. Takes about a minute.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled } from '../install/ensureInstalled.mjs';
import { root } from '../paths.mjs';

await ensureInstalled();
/** On the same disk as the packages, which are linked. */
const place = join(root, '.cache', 'reproducible');
const folders = ['a', 'somewhere/else/with-a-longer-path/lectern', 'b/c'].map((path) => join(place, path));
const notSource = new Set(['.cache', '.git', 'data', 'dist', 'node_modules']);

function linkFolder(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/** @returns {Map<string, string>} the digest of each file by its path */
function builtIn(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root).filter((each) => !notSource.has(each)))
    cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
  linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'));
  const env = { ...process.env, LECTERN_SKIP_INSTALL: '1', LECTERN_REMOTES_DIR: '' };
  const { status } = spawnSync(process.execPath, ['tools/build.mjs'], { cwd: folder, stdio: 'inherit', env });
  if (status !== 0) throw new Error(`The build in ${folder} failed.`);
  const dist = join(folder, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    // The registry beside the remotes has the time of the build.
    .filter((entry) => entry.isFile() && entry.parentPath !== join(dist, 'remotes'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const bytes = readFileSync(file);
    if (bytes.includes(folder) || bytes.includes(encodeURIComponent(folder)))
      throw new Error(`${relative(place, file)} contains the path of its build.`);
  }
  return new Map(
    files.map((file) => [
      relative(dist, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

try {
  rmSync(place, { recursive: true, force: true });
  const [first, ...others] = folders.map(builtIn);
  const paths = new Set([first, ...others].flatMap((files) => [...files.keys()]));
  const different = [...paths].filter((path) => others.some((files) => files.get(path) !== first.get(path)));
  if (different.length > 0)
    throw new Error(`Not the same in ${folders.length} folders:\n${different.slice(0, 20).join('\n')}`);
  console.log(`${paths.size} files are the same in ${folders.length} folders.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
