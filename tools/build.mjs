/**
 * npm run build [-- shell mf-reader …]: builds the shell and all remotes, or only the named ones, into dist/.
 * Each has its own, independent build.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFolder, compile, compileRemotes, compressFolder } from './lib/build/buildRemote.mjs';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { dist, remoteNames, remotesDist, root, shellDist } from './lib/paths.mjs';

/**
 * @param {string[]} names workspaces to build; all when empty
 * @param {string} folder where remotes are published
 */
export async function build(names = [], folder = remotesDist) {
  const { describe, publish } = await import('./lib/registry/publish.mjs');
  const { directoryTarget } = await import('./lib/registry/target.mjs');
  const wanted = (name) => names.length === 0 || names.includes(name);
  const remotes = remoteNames().filter(wanted);
  if (wanted('shell')) await compile([(await import('./rspack/config.mjs')).serviceWorkerConfig()]);
  await compileAll(wanted('shell'), remotes);

  const target = directoryTarget(folder);
  for (const name of remotes) {
    const description = describe(name, builtFolder(name));
    const published = await publish(target, description, builtFolder(name));
    await makeCurrent(target, name, published);
  }
}

/** Milliseconds for which unused versions are kept: an open tab may still use them. */
const keptMs = 86_400_000;

/**
 * Makes new builds current. A canary stays a canary, and a version that was rolled back stays rolled back.
 */
async function makeCurrent(target, name, published) {
  const { prune } = await import('./lib/registry/publish.mjs');
  const { isWithdrawn, switchTo } = await import('./lib/registry/registry.mjs');
  const { readRegistry } = await import('./lib/registry/target.mjs');
  const { version } = published.description;
  const before = await readRegistry(target);
  const { current, canary } = before.remotes[name] ?? {};
  if ([current, canary].some((one) => one?.description.version === version)) return;
  if (isWithdrawn(before, name, version))
    return console.warn(
      `${name}@${version} was rolled back, and stays so: npm run deploy -- ${name} makes it current again.`,
    );
  const step = { at: new Date().toISOString(), remote: name, step: 'deploy', version, by: 'npm run build' };
  const registry = await target.switch((now) => {
    const next = switchTo(now, name, published);
    const kept = now.remotes[name]?.canary;
    if (kept) next.remotes[name].canary = kept;
    return next;
  }, step);
  await prune(target, registry, name, keptMs);
}

async function compileAll(shell, remotes) {
  const { shellConfig } = await import('./rspack/config.mjs');
  await compileRemotes(remotes, shell ? [await shellConfig()] : []);
  if (!shell) return;
  const { callInTime } = await import('./lib/build/callInTime.mjs');
  const what = 'Rendering the pages that are shown before the app starts';
  callInTime(new URL('prerender.mjs', import.meta.url), 'prerender', [], { what });
  await describeShell();
  await compressFolder(shellDist);
  const { packRemoteKit } = await import('./lib/build/remoteKit.mjs');
  await packRemoteKit(shellDist);
}

/**
 * Writes /shell.json, the versions that the shell provides, which deploys of remotes check. The operator's public key,
 * if there is one, is added to every page.
 */
async function describeShell() {
  const { CONTRACT_VERSION } = await import('../shared-contracts/src/contract/version.ts');
  const { apiVersion } = await import('../shared-contracts/src/api/apiHeaders.ts');
  const { lent } = await import('./rspack/config.mjs');
  const { ownRoutes } = await import('../shell/src/router/ownRoutes.ts');
  const { version } = JSON.parse(readFileSync(join(root, 'shell', 'package.json'), 'utf8'));
  const paths = ownRoutes.map(({ path }) => path);
  writeFileSync(
    join(shellDist, 'shell.json'),
    JSON.stringify({ version, contracts: [CONTRACT_VERSION], api: apiVersion, paths, shared: lent() }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  const names = process.argv.slice(2);
  if (names.includes('--clean')) rmSync(dist, { recursive: true, force: true });
  const started = performance.now();
  try {
    await build(names.filter((name) => !name.startsWith('--')));
    console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
