/**
 * What a build needs to be reproducible, and to stand beside another version of itself in one page. Both are done after
 * the bundler, in its files:
 *
 * - the plugin that writes the digests of the chunks into an entry does so in an order that changes from build to
 *   build; here they stand in the order of their names;
 * - two versions of a remote share the list of loaded chunks that its unique name names, so that a page which leaves a
 *   version would get the old chunks for the new entry. The bundler is given a placeholder for that name
 *   (rspack/config.mjs), and what stands there in the end is a digest of the build.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namePlaceholder } from '../rspack/uniqueName.mjs';

/** @param {string} code of an entry @returns {string} as long as it was, so that its map still fits */
export function withDigestsInOrder(code) {
  return code.replace(/(\bsriHashes\s*=\s*\{)([^{}]*)(\})/g, (_, before, digests, after) => {
    const sorted = digests.split(',').sort();
    return before + sorted.join(',') + after;
  });
}

const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * @param {Map<string, string>} scripts code by path
 * @returns {Map<string, string>} the same with a name of their own, and the digests that they hold of each other
 */
function withOwnName(scripts) {
  const ordered = new Map([...scripts].map(([path, code]) => [path, withDigestsInOrder(code)]));
  const all = createHash('sha256');
  for (const path of [...ordered.keys()].sort()) all.update(`${path}\0${ordered.get(path)}\0`);
  // As long as the placeholder: the maps still fit.
  const name = all.digest('hex').slice(0, namePlaceholder.length);
  const named = new Map([...ordered].map(([path, code]) => [path, code.replaceAll(namePlaceholder, name)]));
  const digests = new Map();
  for (const [path, code] of scripts) {
    const after = named.get(path);
    if (after !== code) digests.set(sha256(code), sha256(after));
  }
  if (digests.size === 0) return named;
  const known = /sha256-[A-Za-z0-9+/]{43}=/g;
  return new Map(
    [...named].map(([path, code]) => [
      path,
      code.replaceAll(known, (digest) => digests.get(digest) ?? digest),
    ]),
  );
}

/** @param {string} folder of a remote's build, before it is compressed */
export function deterministicEntry(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name));
  const scripts = new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]));
  for (const [path, code] of withOwnName(scripts)) {
    if (code !== scripts.get(path)) writeFileSync(join(folder, path), code);
  }
}
