/**
 * npm run deploy -- mf-reader              builds that remote, tests and publishes it, and deploys it to all readers
 * npm run deploy -- mf-reader --canary 10  … deploys it to a fixed 10 % of the readers
 *                                          With LECTERN_WATCH_EMAIL and LECTERN_WATCH_PASSWORD of an administrator
 *                                          it then promotes the canary or rolls it back, based on browser reports
 * npm run deploy -- mf-reader --watch      does the same for a canary that is already deployed
 * npm run deploy -- mf-reader --promote    promotes the canary to all readers; '--promote 50': to 50 %
 * npm run deploy -- mf-reader --rollback   undoes the last step and marks the version as rolled back;
 *                                          '--to 1.2.0': to that version; '--why "…"': the reason, for the list
 * npm run deploy -- --list                 published versions, who deployed them, who gets which, and rollbacks
 * npm run deploy -- --verify               reads every published file and compares it with its digest
 * npm run deploy -- --repair               restores a damaged registry
 * npm run deploy -- --new-key <file>       creates a signing key (LECTERN_SIGNING_KEY)
 *
 * Deploys to LECTERN_REMOTES_DIR (dist/remotes; a folder, or s3://bucket/prefix). The shell in production is the one in
 * LECTERN_PUBLIC_DIR (dist/shell) or, with --base https://…, the one at that address. Neither the shell nor other
 * remotes are built or changed. A build is rejected, and nothing changes, if its code goes around the Host, if its
 * remote.json is invalid, if it does not match the shell's contract, API or shared libraries, if its styles are global,
 * if it exceeds its budget, or if it does not show its pages in a browser.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { remoteNames, remotesDist, shellDist } from './lib/paths.mjs';
import { canaryOf, isWithdrawn, listed, promoted, rolledBack, switchTo } from './lib/registry/registry.mjs';

/** Parses a share: '10' and '10%' are 0.1. */
function shareOf(text) {
  const percent = Number(text.replace('%', ''));
  if (!(percent > 0 && percent <= 100)) throw new Error(`A share is a number from 0 to 100, not '${text}'.`);
  return percent / 100;
}

/** Reads shell.json of the shell in production. */
async function shellInProduction(base) {
  if (base) {
    const answer = await fetch(new URL('/shell.json', base));
    if (!answer.ok) throw new Error(`${base} does not report the contracts of its shell (${answer.status}).`);
    return answer.json();
  }
  return JSON.parse(readFileSync(join(process.env.LECTERN_PUBLIC_DIR ?? shellDist, 'shell.json'), 'utf8'));
}

/**
 * @param {import('./lib/registry/target.mjs').Target} target
 * @param {object} how
 * @param {string} how.name of the remote
 * @param {string} how.build folder of its files
 * @param {{ version: string, contracts: readonly string[], api?: string, paths?: readonly string[] }} how.shell in
 *   production
 * @param {number} [how.share] of the readers; all of them by default
 * @param {(candidate: object) => Promise<string | null>} how.smoke runs the smoke test; returns the problem, if any
 * @param {object} [how.facts] of its package.json
 * @param {string} [how.by] who deploys
 * @param {string} [how.checkout] parent of the folder of its code
 * @returns {Promise<object>} the new registry; throws if the build is rejected
 */
export async function deploy(target, { name, build, shell, share, smoke, facts, by, checkout }) {
  const { describe, packageOf, publish, prune } = await import('./lib/registry/publish.mjs');
  const { apiProblem, budgetProblem, contractProblem, sharedProblem, sourceProblem, weights } = await import(
    './lib/deploy/deployChecks.mjs'
  );
  const { contentProblem } = await import('./lib/deploy/contentProblems.mjs');
  const { stylesProblem } = await import('./lib/deploy/globalStyles.mjs');
  const { commitOf, provenanceOf } = await import('./lib/build/provenance.mjs');
  const { readRegistry } = await import('./lib/registry/target.mjs');
  const about = facts ?? packageOf(name);
  const description = describe(name, build, about);
  const problem =
    sourceProblem(name, checkout) ??
    contentProblem(description, { shell, registry: await readRegistry(target) }) ??
    contractProblem(description, shell) ??
    apiProblem(description, shell) ??
    sharedProblem(name, build, shell) ??
    stylesProblem(description, build) ??
    budgetProblem(name, weights(description, build), about.lectern?.budget) ??
    (await smoke({ base: `/remotes/${name}/${description.version}/`, description }));
  if (problem) throw new Error(`Refused; nothing was changed.\n${problem}`);
  const commit = commitOf();
  const published = await publish(target, description, build, provenanceOf(description, { commit }));
  const step = {
    ...stepNow(name, share === undefined ? 'deploy' : 'canary', description.version, by),
    ...(share === undefined ? {} : { share }),
    ...(commit ? { commit } : {}),
  };
  const registry = await target.switch(
    (before) =>
      share === undefined ? switchTo(before, name, published) : canaryOf(before, name, published, share),
    step,
  );
  await prune(target, registry, name);
  return registry;
}

const stepNow = (remote, step, version, by) => ({
  at: new Date().toISOString(),
  remote,
  step,
  version,
  ...(by ? { by } : {}),
});

/**
 * Rolls a remote back to the previous version, or to a given one.
 * @param {import('./lib/registry/target.mjs').Target} target
 * @param {string} name of the remote
 * @param {{ to?: string, why?: string, by?: string }} how
 * @returns {Promise<object>} the new registry
 */
export async function rollback(target, name, { to: wanted, why, by }) {
  const { findPublished, isVersion } = await import('./lib/registry/publish.mjs');
  const { readHistory, readRegistry } = await import('./lib/registry/target.mjs');
  const before = await readRegistry(target);
  const entry = before.remotes[name];
  if (!entry) throw new Error(`${name} is not published.`);
  const current = entry.current.description.version;
  let to;
  if (wanted !== undefined) {
    to = await findPublished(target, name, (version) => isVersion(version, wanted));
    if (!to) throw new Error(`${name}@${wanted} is not published, or not all of its files are as they were.`);
  } else if (!entry.canary && !entry.previous) {
    // A second rollback: to an earlier current version that is still published.
    const steps = (await readHistory(target)).filter(
      ({ remote, step }) => remote === name && step !== 'canary',
    );
    const known = steps.map(({ version }) => version).filter((version) => version !== current);
    const earlier = known.findLast((version) => !isWithdrawn(before, name, version));
    to = earlier && (await findPublished(target, name, (version) => version === earlier));
  }
  const left = entry.canary && !to ? entry.canary.description.version : current;
  const next = entry.canary && !to ? current : ((to ?? entry.previous)?.description.version ?? current);
  const step = { ...stepNow(name, 'rollback', next, by), from: left, ...(why ? { why } : {}) };
  return target.switch((registry) => rolledBack(registry, name, { to, why, at: step.at }), step);
}

/** @returns {Promise<object>} the new registry */
export async function promote(target, name, { share, why, by }) {
  const { readRegistry } = await import('./lib/registry/target.mjs');
  const version = (await readRegistry(target)).remotes[name]?.canary?.description.version ?? '';
  const step = {
    ...stepNow(name, share === undefined ? 'promote' : 'canary', version, by),
    ...(share === undefined ? {} : { share }),
    ...(why ? { why } : {}),
  };
  return target.switch((before) => promoted(before, name, share), step);
}

/** @param {readonly string[]} args command line arguments */
export async function main(args) {
  const { values, positionals } = parseArgs({
    args: withOptionalValue(args, '--promote'),
    allowPositionals: true,
    options: Object.fromEntries([
      ...['list', 'verify', 'repair', 'rollback', 'watch'].map((name) => [name, { type: 'boolean' }]),
      ...['to', 'why', 'promote', 'canary', 'base', 'new-key'].map((name) => [name, { type: 'string' }]),
    ]),
  });
  if (values['new-key'] !== undefined) return writeKey(values['new-key']);
  // A deployed Lectern on another machine does not serve from a local folder.
  if (values.base && !process.env.LECTERN_REMOTES_DIR)
    throw new Error(
      `LECTERN_REMOTES_DIR must say where ${values.base} takes its remotes from: a folder, or s3://bucket/prefix.`,
    );
  const { openTarget } = await import('./lib/registry/target.mjs');
  const target = await openTarget(process.env.LECTERN_REMOTES_DIR ?? remotesDist);
  const { deployer } = await import('./lib/build/provenance.mjs');
  const by = deployer();
  if (values.repair) {
    const { repair } = await import('./lib/registry/repair.mjs');
    return console.log(await repair(target, { at: new Date().toISOString(), by }));
  }
  if (values.list) return show(target);
  if (values.verify) return verify(target);
  const [name] = positionals;
  if (!name || !remoteNames().includes(name)) {
    throw new Error(`Name one remote: ${remoteNames().join(', ')}.`);
  }
  if (values.rollback) await rollback(target, name, { to: values.to, why: values.why, by });
  else if (values.promote !== undefined) {
    const share = values.promote === '' ? undefined : shareOf(values.promote);
    await promote(target, name, { share, why: values.why, by });
  } else if (!values.watch || values.canary !== undefined) {
    const share = values.canary === undefined ? undefined : shareOf(values.canary);
    await buildAndDeploy(target, { name, share, base: values.base, by });
  }
  await show(target, name);
  // With an administrator's account the canary is promoted or rolled back automatically.
  const watches = values.watch ?? (values.canary !== undefined && Boolean(process.env.LECTERN_WATCH_EMAIL));
  if (watches) {
    const { watchCanary } = await import('./lib/deploy/watchCanary.mjs');
    console.log(await watchCanary(target, { name, base: values.base, promote, rollback, by }));
  }
}

async function buildAndDeploy(target, { name, share, base, by }) {
  const { readRegistry } = await import('./lib/registry/target.mjs');
  const shell = await shellInProduction(base);
  const { buildRemote } = await import('./lib/build/buildRemote.mjs');
  const build = await buildRemote(name);
  const { smokeTest } = await import('./lib/deploy/smoke.mjs');
  const smoke = async (candidate) =>
    smokeTest({ base, candidate, build, registry: await readRegistry(target) });
  const registry = await deploy(target, { name, build, shell, share, smoke, by });
  if (base) await assertServed(base, target, registry, name);
}

/** Checks that the Lectern at `base` serves the published versions. */
async function assertServed(base, target, registry, name) {
  const answer = await fetch(new URL('/remotes.json', base), { cache: 'no-store' });
  const served = answer.ok ? (await answer.json()).remotes?.[name] : null;
  const versions = (entry) =>
    [entry?.current, entry?.canary].map((one) => one?.description?.version).join(' ');
  if (versions(served) !== versions(registry.remotes[name]))
    throw new Error(
      `It was published to ${target.name}, but ${base} does not serve it: its LECTERN_REMOTES_DIR is another place.`,
    );
}

async function show(target, only) {
  const { loadRegistry } = await import('./lib/registry/registryFile.mjs');
  const { readHistory } = await import('./lib/registry/target.mjs');
  const { registry, problem } = await loadRegistry(target.read);
  if (problem)
    console.error(
      `The registry is damaged: ${problem}. This is its last good copy, which readers get; npm run deploy -- --repair restores it.`,
    );
  const remotes = only ? { [only]: registry.remotes[only] } : registry.remotes;
  console.log(listed({ remotes }, await readHistory(target)).join('\n'));
}

async function writeKey(file) {
  const { newSigningKey } = await import('./lib/registry/signing.mjs');
  const { privateKey, publicKey } = newSigningKey();
  writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx' });
  console.log(`LECTERN_SIGNING_KEY=${file} signs what is deployed. Keep the private key to yourself.`);
  console.log(`For the build of the shell: LECTERN_REMOTES_PUBLIC_KEY=${publicKey}`);
}

/** parseArgs requires a value for '--promote'; without one it means all readers. */
function withOptionalValue(args, option) {
  const at = args.indexOf(option);
  if (at < 0 || /^\d/.test(args[at + 1] ?? '')) return args;
  return args.with(at, `${option}=`);
}

async function verify(target) {
  const { damaged } = await import('./lib/registry/publish.mjs');
  const { readRegistry } = await import('./lib/registry/target.mjs');
  const entries = Object.values((await readRegistry(target)).remotes);
  let broken = 0;
  const versions = entries.flatMap((one) => [one.current, one.previous, one.canary]);
  for (const { description } of versions.filter(Boolean)) {
    const found = await damaged(target, description);
    broken += found.length;
    const state = found.length === 0 ? 'every file as published' : `NOT as published: ${found.join(', ')}`;
    console.log(`${description.name}@${description.version}: ${state}`);
  }
  if (broken > 0)
    throw new Error(
      `${broken} files are not what was published. Deploying the same code again replaces them.`,
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
