/** A mix of versions of remotes from the command line: mf-reader@1.2.0,mf-library@previous. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPublished, isVersion } from './publish.mjs';
import { directoryTarget } from './target.mjs';

/** @param {string} text @returns {[name: string, version: string][]} */
export function parseVersionMix(text) {
  return text
    .split(',')
    .filter(Boolean)
    .map((each) => {
      const [, name, version] = /^(mf-[a-z0-9-]+)@([0-9A-Za-z.+-]+)$/.exec(each.trim()) ?? [];
      if (!name) throw new Error(`A version of a remote is written mf-name@version, not '${each}'.`);
      return [name, version];
    });
}

/**
 * The registry with these versions as the current ones.
 * @param {object} registry its versions can be named 'current', 'previous' or 'canary'
 * @param {(name: string, version: string) => Promise<object | null>} find the description of a published version, by
 *   its name or a prefix of it
 */
export async function withVersionMix(registry, mix, find) {
  const remotes = { ...registry.remotes };
  for (const [name, version] of mix) {
    const entry = remotes[name];
    if (!entry) throw new Error(`${name} is not published.`);
    const known =
      entry[version] ?? Object.values(entry).find((it) => isVersion(it.description.version, version));
    const description = known?.description ?? (await find(name, version));
    if (!description) throw new Error(`${name}@${version} is not published.`);
    remotes[name] = { current: { base: `/remotes/${name}/${description.version}/`, description } };
  }
  return { remotes };
}

/** Finds a version published in a folder; of several with the same prefix, the newest. */
export const findIn = (folder) => async (name, version) =>
  (await findPublished(directoryTarget(folder), name, (each) => isVersion(each, version)))?.description;

/** Finds a version published at an address; one that the registry no longer names needs its complete name. */
export const findAt = (base) => async (name, version) => {
  const answer = await fetch(new URL(`/remotes/${name}/${version}/remote.json`, base));
  return answer.ok ? answer.json() : null;
};

/** A folder from which a server can serve these versions of remotes, which are published in another one. */
export function folderOf(registry, published) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-mix-'));
  for (const [name, { current }] of Object.entries(registry.remotes)) {
    mkdirSync(join(folder, name), { recursive: true });
    const path = join(name, current.description.version);
    symlinkSync(join(published, path), join(folder, path), 'dir');
  }
  writeFileSync(join(folder, 'remotes.json'), JSON.stringify(registry));
  return folder;
}
