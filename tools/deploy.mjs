/**
 * npm run deploy -- mf-reader              builds that remote alone, tries it, publishes it, and makes it everybody's
 * npm run deploy -- mf-reader --canary 10  … makes it that of 10 % of the readers, always the same ones
 * npm run deploy -- mf-reader --promote    what some readers have becomes everybody's; '--promote 50': that of 50 %
 * npm run deploy -- mf-reader --rollback   takes the newest of these steps back
 * npm run deploy -- --list                 what is published, and who gets which
 * npm run deploy -- --verify               reads every published file and compares it with its digest
 *
 * Into LECTERN_REMOTES_DIR (dist/remotes; a folder, or s3://bucket/prefix). The shell in production is the one in
 * LECTERN_PUBLIC_DIR (dist/shell) or, with --base https://…, the one there. Neither the shell nor another remote is
 * built or touched. Refused, with nothing changed: a build that does not fit the contract of that shell, that is
 * heavier than its budget, or that does not show its pages in a browser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { remoteNames, remotesDist, shellDist } from './lib/paths.mjs';
import { canaryOf, listed, promoted, rolledBack, switchTo } from './lib/registry.mjs';

/** '10' and '10%' are a tenth. */
function shareOf(text) {
  const percent = Number(text.replace('%', ''));
  if (!(percent > 0 && percent <= 100)) throw new Error(`A share is a number from 0 to 100, not '${text}'.`);
  return percent / 100;
}

/** What the shell in production says of itself. */
async function shellInProduction(base) {
  if (base) {
    const answer = await fetch(new URL('/shell.json', base));
    if (!answer.ok)
      throw new Error(`${base} does not say which contracts its shell offers (${answer.status}).`);
    return answer.json();
  }
  return JSON.parse(readFileSync(join(process.env.LECTERN_PUBLIC_DIR ?? shellDist, 'shell.json'), 'utf8'));
}

/**
 * @param {import('./lib/target.mjs').Target} target
 * @param {object} how
 * @param {string} how.name of the remote
 * @param {string} how.build folder of its files
 * @param {{ version: string, contracts: readonly string[] }} how.shell in production
 * @param {number} [how.share] of the readers; everybody when not given
 * @param {(candidate: object) => Promise<string | null>} how.smoke tries it; says what is wrong
 * @param {object} [how.facts] of its package.json
 * @returns {Promise<object>} the registry after it; throws when it is refused
 */
export async function deploy(target, { name, build, shell, share, smoke, facts }) {
  const { describe, packageOf, publish, prune } = await import('./lib/publish.mjs');
  const { budgetProblem, contractProblem, weights } = await import('./lib/deployChecks.mjs');
  const about = facts ?? packageOf(name);
  const description = describe(name, build, about);
  const problem =
    contractProblem(description, shell) ??
    budgetProblem(name, weights(description, build), about.lectern?.budget) ??
    (await smoke({ base: `/remotes/${name}/${description.version}/`, description }));
  if (problem) throw new Error(`Refused; nothing was changed.\n${problem}`);
  const published = await publish(target, description, build);
  const registry = await target.switch((before) =>
    share === undefined ? switchTo(before, name, published) : canaryOf(before, name, published, share),
  );
  await prune(target, registry, name);
  return registry;
}

async function main(args) {
  const { values, positionals } = parseArgs({
    args: withOptionalValue(args, '--promote'),
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      verify: { type: 'boolean' },
      rollback: { type: 'boolean' },
      promote: { type: 'string' },
      canary: { type: 'string' },
      base: { type: 'string' },
    },
  });
  const { openTarget, readRegistry } = await import('./lib/target.mjs');
  const target = await openTarget(process.env.LECTERN_REMOTES_DIR ?? remotesDist);
  const show = (registry) => console.log(listed(registry).join('\n'));

  if (values.list) return show(await readRegistry(target));
  if (values.verify) return verify(target);
  const [name] = positionals;
  if (!name || !remoteNames().includes(name)) {
    throw new Error(`Name one remote: ${remoteNames().join(', ')}.`);
  }
  if (values.rollback) return show(await target.switch((before) => rolledBack(before, name)));
  if (values.promote !== undefined) {
    const share = values.promote === '' ? undefined : shareOf(values.promote);
    return show(await target.switch((before) => promoted(before, name, share)));
  }
  const share = values.canary === undefined ? undefined : shareOf(values.canary);
  const shell = await shellInProduction(values.base);
  const { buildRemote } = await import('./build.mjs');
  const build = await buildRemote(name);
  const { smokeTest } = await import('./lib/smoke.mjs');
  const smoke = async (candidate) =>
    smokeTest({ base: values.base, candidate, build, registry: await readRegistry(target) });
  return show(await deploy(target, { name, build, shell, share, smoke }));
}

/** '--promote' alone is everybody; parseArgs wants a value with it. */
function withOptionalValue(args, option) {
  const at = args.indexOf(option);
  if (at < 0 || /^\d/.test(args[at + 1] ?? '')) return args;
  return args.with(at, `${option}=`);
}

async function verify(target) {
  const { damaged } = await import('./lib/publish.mjs');
  const { readRegistry } = await import('./lib/target.mjs');
  const { remotes } = await readRegistry(target);
  let broken = 0;
  for (const entry of Object.values(remotes)) {
    for (const published of [entry.current, entry.previous, entry.canary].filter(Boolean)) {
      const { name, version } = published.description;
      const found = await damaged(target, published.description);
      broken += found.length;
      console.log(
        `${name}@${version}: ${found.length === 0 ? 'every file as published' : `NOT as published: ${found.join(', ')}`}`,
      );
    }
  }
  if (broken > 0) throw new Error(`${broken} files are not what was published.`);
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
