/**
 * Detects changes since the last build of the shell and each remote, by a digest of paths, sizes and modification
 * times.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireWritable } from '../install/ensureInstalled.mjs';
import { dist, remoteNames, root } from '../paths.mjs';

const stamp = join(dist, '.built-from');

/** Inputs of every build. */
const common = ['package-lock.json', 'tools/rspack', 'tools/lib', 'shared-contracts/src', 'shared-ui/src'];

/** The shell is bundled with the client. */
const shellSources = ['tools/prerender.mjs', 'shell', 'client/src'];

/** What is packed for teams that write remotes elsewhere, beside the shell. */
const kitSources = ['tools/kit', 'tools/deploy.mjs', 'tools/testing/jest', 'tsconfig.json', 'package.json'];

/** The shell's build contains the remote.json of each remote, and its texts. */
const sourcesOfShell = () => [
  ...shellSources,
  ...kitSources,
  ...remoteNames().flatMap((name) => [`${name}/remote.json`, `${name}/src/locales`]),
];

/** The first view of a remote is rendered with code of the shell. */
const sourcesOf = (name) => [name, ...(existsSync(join(root, name, 'src', 'prerender')) ? shellSources : [])];

function digestOf(sources) {
  const hash = createHash('sha256');
  const walk = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    if (!stats.isDirectory()) return hash.update(`${path}:${stats.size}:${stats.mtimeMs};`);
    for (const name of readdirSync(path).sort()) {
      if (name !== 'node_modules' && name !== 'dist' && !name.includes('.test.')) walk(join(path, name));
    }
  };
  for (const source of sources) walk(join(root, source));
  return hash.digest('hex');
}

function digests() {
  // Built into the shell (rspack/config.mjs).
  const ofCommon = `${process.env.LECTERN_REMOTES_PUBLIC_KEY ?? ''} ${digestOf(common)}`;
  const workspaces = [['shell', sourcesOfShell()], ...remoteNames().map((name) => [name, sourcesOf(name)])];
  return workspaces.map(([name, sources]) => `${name} ${ofCommon} ${digestOf(sources)}`);
}

/** Builds what has changed. @param {() => void} [beginning] called first if there is something to build */
export async function buildStale(beginning = () => {}) {
  // An entry a workspace, one a line: one that cannot be read is built again.
  const before = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
  const stale = digests()
    .filter((entry) => !before.includes(entry))
    .map((entry) => entry.split(' ')[0]);
  if (stale.length === 0) return;
  requireWritable('The product has to be built', root, dist, join(root, '.cache'));
  beginning();
  const { build } = await import('../../build.mjs');
  await build(stale);
  writeFileSync(stamp, digests().join('\n'));
}
