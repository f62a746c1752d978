/**
 * npm run matrix [-- --against v1.2.0]: the last two versions of each remote against the last two of the
 * shell. The other version is what the repository was at the last tag, or at the commit before this one, or
 * at what --against names. Prints a table: each remote in the version of each row, in the shell of each
 * column, with the shell's own remotes beside it. Each cell is printed when it has run, with what was looked at and
 * the file of its trace, which `npx playwright show-trace` opens.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { remoteNames, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled();
const { build } = await import('./build.mjs');
const { buildIsCurrent, markBuilt } = await import('./lib/stale.mjs');
const { folderOf } = await import('./lib/versionMix.mjs');
const { startServer } = await import('./lib/server.mjs');
const { tryRemotes } = await import('./lib/smoke.mjs');
const { directoryTarget, readRegistry } = await import('./lib/target.mjs');

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
const lastTag = () => {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    return 'HEAD^';
  }
};
const { values } = parseArgs({ options: { against: { type: 'string' } } });
const before = git('rev-parse', '--short', values.against ?? lastTag());
const place = join(root, '.cache', 'matrix', before);
const traces = join(root, 'test-results', 'matrix');

/** The repository as it was, built; kept for the next time. */
async function buildBefore() {
  if (existsSync(join(place, 'dist', 'remotes', 'remotes.json'))) return;
  rmSync(place, { recursive: true, force: true });
  git('worktree', 'prune');
  git('worktree', 'add', '--detach', place, before);
  borrowPackages();
  const code = await run(process.execPath, ['tools/build.mjs'], {
    cwd: place,
    // What is installed is this checkout's: its packages are as good, and nothing is fetched.
    env: { ...process.env, LECTERN_SKIP_INSTALL: '1' },
  });
  if (code !== 0) throw new Error(`${before} could not be built.`);
}

/** node_modules of this checkout, but for our own packages, which are those of the worktree. */
function borrowPackages() {
  const [from, to] = [join(root, 'node_modules'), join(place, 'node_modules')];
  mkdirSync(join(to, '@lectern'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@lectern' && name !== '.lectern-installed') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@lectern'))) {
    if (existsSync(join(place, name))) symlinkSync(join(place, name), join(to, '@lectern', name));
  }
}

if (!buildIsCurrent()) {
  await build();
  markBuilt();
}
await buildBefore();

const versions = await Promise.all(
  [
    ['now', join(root, 'dist')],
    [before, join(place, 'dist')],
  ].map(async ([name, dist]) => ({
    name,
    dist,
    registry: await readRegistry(directoryTarget(join(dist, 'remotes'))),
  })),
);

/** One remote of `of`, in the shell of `shell`, beside the remotes that the shell was made with. */
async function cell(remote, of, shell) {
  const entry = of.registry.remotes[remote];
  if (!entry) return 'not there';
  const registry = { remotes: { ...shell.registry.remotes, [remote]: { current: entry.current } } };
  const published = (name) => join((name === remote ? of : shell).dist, 'remotes');
  const folder = folderOf(registry, published);
  const started = performance.now();
  const server = await startServer({
    LECTERN_LOG: 'error',
    LECTERN_PUBLIC_DIR: join(shell.dist, 'shell'),
    LECTERN_REMOTES_DIR: folder,
  });
  try {
    const trace = join(traces, `${remote}-${of.name}-in-shell-${shell.name}.zip`);
    const problem = await tryRemotes(server.url, [entry.current.description], { trace });
    const { version, pages = [], widgets = [] } = entry.current.description;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const what = `${remote}@${version} (${of.name}) in the shell ${shell.name}`;
    console.log(
      `${problem ? '✗' : '✓'} ${what}: ${pages.length} pages, ${widgets.length} widgets, ${seconds} s\n    ${relative(root, trace)}`,
    );
    if (problem) console.error(problem);
    return problem ? 'BROKEN' : 'ok';
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

// Asked to end, the browser closes and no more: that would be taken for
// a remote that is broken, and the next one tried.
let ending = false;
process.once('SIGTERM', () => {
  ending = true;
});

const rows = [];
for (const remote of remoteNames()) {
  for (const of of versions) {
    const row = { remote: `${remote} (${of.name})` };
    for (const shell of versions) {
      row[`shell ${shell.name}`] = await cell(remote, of, shell);
      if (ending) process.exit(143);
    }
    rows.push(row);
  }
}
console.table(rows);
process.exit(rows.some((row) => Object.values(row).includes('BROKEN')) ? 1 : 0);
