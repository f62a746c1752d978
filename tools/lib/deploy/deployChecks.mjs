/** Checks that reject a build of a remote, each with a sentence for its team. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { contractFits } from '../../../shared-contracts/src/contract/version.ts';
import { singletons } from '../../rspack/config.mjs';
import { filesBelow, packagesInBuild } from '../registry/publish.mjs';
import { hostOnlyProblems } from '../sources/hostOnly.mjs';

/** @param {string} name @param {string} [checkout] @returns {string | null} what its code does without the Host */
export function sourceProblem(name, checkout) {
  const problems = hostOnlyProblems(name, checkout);
  return problems.length > 0
    ? `${name} may use the page only through the Host:\n  ${problems.slice(0, 20).join('\n  ')}`
    : null;
}

/**
 * @param {{ name: string, contract: string }} description
 * @param {{ version: string, contracts: readonly string[] }} shell in production
 * @returns {string | null} null if it is compatible
 */
export function contractProblem({ name, contract }, shell) {
  if (shell.contracts.some((offered) => contractFits(contract, offered))) return null;
  return `${name} was built for contract ${contract}; the shell in production (${shell.version}) offers ${shell.contracts.join(' and ')}. Deploy the shell first.`;
}

/**
 * @param {{ name: string, api?: string }} description with the API version that it needs, from its remote.json
 * @param {{ api?: string }} shell in production, served by the server with that API
 * @returns {string | null} null if it is compatible, or if one of the versions is unknown
 */
export function apiProblem({ name, api }, shell) {
  if (!api || !shell.api || contractFits(api, shell.api)) return null;
  return `${name} needs version ${api} of the API; the one in production is ${shell.api}. Deploy the server first.`;
}

const majorOf = (version) => /\d+/.exec(version)?.[0];

/**
 * Libraries that exist once in the page: a remote takes those of the shell, in the same major version.
 * @param {string} name of the remote
 * @param {string} build folder of its files, with source maps
 * @param {{ version: string, shared?: Record<string, string> }} shell in production; an older one does not name them
 * @returns {string | null}
 */
export function sharedProblem(name, build, { version, shared = {} }) {
  const { shared: taken = [] } = JSON.parse(readFileSync(join(build, 'mf-manifest.json'), 'utf8'));
  const wrong = taken
    .filter(({ name: library }) => singletons.includes(library) && shared[library])
    .filter((own) => majorOf(own.requiredVersion ?? '') !== majorOf(shared[own.name]))
    .map((own) => `${own.name} ${own.requiredVersion} instead of ${shared[own.name]}`);
  if (wrong.length > 0)
    return `${name} was built for other libraries than those of the shell in production (${version}): ${wrong.join(', ')}. Set the versions in its package.json and install them.`;
  const copies = packagesInBuild(build, filesBelow(build));
  const own = singletons.filter((library) => copies.some((one) => one.startsWith(`${library}@`)));
  return own.length > 0
    ? `${name} contains a copy of ${own.join(', ')}, which exists once in the page: import it from the package itself, as the shell shares it.`
    : null;
}

/** Compressed bytes that a browser loads to show each exposed module: the entry and the module's own scripts. */
export function weights({ entry, scripts = {} }, build) {
  const compressed = (path) => {
    const ready = join(build, `${path}.br`);
    return existsSync(ready)
      ? readFileSync(ready).length
      : brotliCompressSync(readFileSync(join(build, path))).length;
  };
  return Object.fromEntries(
    Object.entries(scripts).map(([expose, own]) => [
      expose,
      [...(entry ? [entry] : []), ...own].reduce((sum, path) => sum + compressed(path), 0),
    ]),
  );
}

/**
 * @param {Record<string, number>} weighed bytes of each exposed module
 * @param {Record<string, number>} budget maximum bytes, from "lectern.budget" of the package.json
 * @returns {string | null}
 */
export function budgetProblem(name, weighed, budget = {}) {
  const over = Object.entries(weighed)
    .filter(([expose, bytes]) => bytes > (budget[expose] ?? Number.POSITIVE_INFINITY))
    .map(([expose, bytes]) => `${expose} weighs ${bytes} bytes of ${budget[expose]}`);
  return over.length === 0
    ? null
    : `${name} is over its budget: ${over.join(', ')}. Make it lighter, or raise "lectern.budget" in its package.json, with a reason.`;
}
