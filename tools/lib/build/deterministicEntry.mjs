/**
 * Makes a build reproducible, and lets two versions of a remote run in one page. Both are done after the bundler, in
 * its output:
 *
 * - the order in which the plugin writes the digests of chunks into an entry varies from build to build; here they are
 *   sorted by name;
 * - versions of a remote with the same unique name share a list of loaded chunks, so a page that switches versions
 *   would get old chunks for the new entry. The bundler is given a placeholder for that name (rspack/config.mjs), which
 *   is replaced by a digest of the build.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namePlaceholder } from '../../rspack/uniqueName.mjs';

/** @param {string} code of an entry @returns {string} of the same length, so that its source map still fits */
export function withDigestsInOrder(code) {
  return code.replace(/(\bsriHashes\s*=\s*\{)([^{}]*)(\})/g, (_, before, digests, after) => {
    const sorted = digests.split(',').sort();
    return before + sorted.join(',') + after;
  });
}

const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * @param {Map<string, string>} scripts code by path
 * @returns {Map<string, string>} with the unique name and the digests of each other filled in
 */
function withOwnName(scripts) {
  const ordered = new Map([...scripts].map(([path, code]) => [path, withDigestsInOrder(code)]));
  const all = createHash('sha256');
  for (const path of [...ordered.keys()].sort()) all.update(`${path}\0${ordered.get(path)}\0`);
  // As long as the placeholder, so that the source maps still fit.
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

/** @param {string} folder of a remote's build, before compression */
export function deterministicEntry(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name));
  const scripts = new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]));
  for (const [path, code] of withOwnName(scripts)) {
    if (code !== scripts.get(path)) writeFileSync(join(folder, path), code);
  }
}
