/** The origin of a build: published as provenance.json beside it, and signed if the operator has a key. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { digestOf } from '../registry/publish.mjs';

/** Output of git; null without a repository or without git. */
function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/** Short commit of this checkout, with '+' if files differ from it; null if unknown. */
export function commitOf() {
  const commit = git('rev-parse', '--short=12', 'HEAD');
  return commit && `${commit}${git('status', '--porcelain', '--untracked-files=no') ? '+' : ''}`;
}

/** Who deploys, for the history: LECTERN_DEPLOYER, else the name in git's settings, else the user name. */
export const deployer = (env = process.env) =>
  env.LECTERN_DEPLOYER || git('config', 'user.name') || userInfo().username;

/**
 * @param {object} description of the build
 * @param {object} [how]
 * @param {string | null} [how.commit]
 * @returns {object} the statement; `subject` lists the files with their digests, in the form of in-toto
 */
export function provenanceOf(description, { commit = commitOf() } = {}) {
  const { name, version, contract, api, files } = description;
  const { dependencies } =
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[name] ?? {};
  return {
    name,
    version,
    contract,
    ...(api ? { api } : {}),
    commit,
    build: { node: process.version, lockFile: digestOf(readFileSync(join(root, 'package-lock.json'))) },
    dependencies: dependencies ?? {},
    subject: Object.fromEntries(files.map(({ path, integrity }) => [path, integrity])),
  };
}
