/**
 * Detects changes since the last build of the shell and each remote, by a digest of paths, sizes and modification
 * times.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requireWritable } from '../install/ensureInstalled.mjs';
import { dist, remoteNames, root } from '../paths.mjs';

const stamp = join(dist, '.built-from');

/** Inputs of every build. */
const common = ['package-lock.json', 'tools/rspack', 'tools/lib', 'shared-contracts/src', 'shared-ui/src'];

/** The shell's build contains the remote.json of each remote, and its texts. */
const descriptions = () => remoteNames().flatMap((name) => [`${name}/remote.json`, `${name}/src/locales`]);

/** The shell is bundled with the client. */
const shellSources = ['shell', 'client/src'];

const sourcesOf = (workspace) =>
  workspace === 'shell' ? ['tools/prerender.mjs', ...shellSources, ...descriptions()] : [workspace];

function digestOf(sources) {
  const hash = createHash('sha256');
  const walk = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    if (!stats.isDirectory()) {
      hash.update(`${path}:${stats.size}:${stats.mtimeMs};`);
      return;
    }
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
  const workspaces = ['shell', ...remoteNames()];
  return Object.fromEntries(workspaces.map((name) => [name, ofCommon + digestOf(sourcesOf(name))]));
}

function built() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return {};
  }
}

/** @returns {string[]} what has to be built: 'shell' and names of remotes */
function staleWorkspaces() {
  const before = built();
  return Object.entries(digests())
    .filter(([name, digest]) => before[name] !== digest)
    .map(([name]) => name);
}

/** Records that everything has been built in its current state. */
function markBuilt() {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, JSON.stringify(digests()));
}

/** Builds what has changed. @param {() => void} [beginning] called first if there is something to build */
export async function buildStale(beginning = () => {}) {
  const stale = staleWorkspaces();
  if (stale.length === 0) return;
  requireWritable('The product has to be built', root, dist, join(root, '.cache'));
  beginning();
  const { build } = await import('../../build.mjs');
  await build(stale);
  markBuilt();
}
