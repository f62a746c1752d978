/**
 * npm run matrix [-- --against v1.2.0]: tests the last two versions of each remote in the last two versions of the
 * shell. The older version is the repository at the last tag, else at the commit before this one, or at `--against`.
 * Prints a table: the rows are versions of each remote, the columns versions of the shell, which is tested
 * with its own versions of the other remotes. Each cell is printed when it has run, with the tested views and
 * the file of its trace, for `npx playwright show-trace`.
 */
import './lib/build/forTests.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { dist, remoteNames, root } from './lib/paths.mjs';
import { run } from './lib/processes/run.mjs';

await ensureInstalled();
const { buildStale } = await import('./lib/build/stale.mjs');
const { folderOf } = await import('./lib/registry/versionMix.mjs');
const { startServer } = await import('./lib/processes/server.mjs');
const { tryRemotes } = await import('./lib/deploy/smoke.mjs');
const { directoryTarget, readRegistry } = await import('./lib/registry/target.mjs');

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

/** A worktree of the older version, built; kept for the next run. */
async function buildBefore() {
  if (existsSync(join(place, 'dist', 'remotes', 'remotes.json'))) return;
  rmSync(place, { recursive: true, force: true });
  git('worktree', 'prune');
  git('worktree', 'add', '--detach', place, before);
  borrowPackages();
  const code = await run(process.execPath, ['tools/build.mjs'], {
    cwd: place,
    // Uses the packages installed in this checkout, so that nothing is downloaded.
    env: { ...process.env, LECTERN_SKIP_INSTALL: '1', LECTERN_DIST: 'dist' },
  });
  if (code !== 0) throw new Error(`The build of ${before} failed.`);
}

/** node_modules of this checkout, with our own packages taken from the worktree. */
function borrowPackages() {
  const [from, to] = [join(root, 'node_modules'), join(place, 'node_modules')];
  mkdirSync(join(to, '@lectern'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@lectern') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@lectern'))) {
    if (existsSync(join(place, name))) symlinkSync(join(place, name), join(to, '@lectern', name));
  }
}

await buildStale();
await buildBefore();

const versions = await Promise.all(
  [
    ['now', dist],
    [before, join(place, 'dist')],
  ].map(async ([name, built]) => ({
    name,
    dist: built,
    registry: await readRegistry(directoryTarget(join(built, 'remotes'))),
  })),
);

/** One remote of `of`, in the shell of `shell`, beside that shell's versions of the other remotes. */
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

// A signal also closes the browser, which would look like
// a broken remote, and the next one would be tested.
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
