/**
 * Makes a build reproducible, and lets two versions of a remote run in one page. This is done after the bundler, in its
 * output:
 *
 * - the order in which the plugin writes the digests of chunks into an entry, and the shared libraries into its
 *   manifest, varies from build to build; here they are sorted by name;
 * - source maps name the plugin's runtime by its path on this machine; here it is named by its package; the map of an
 *   entry repeats the digests in their varying order, so only its list of sources is kept;
 * - versions of a remote with the same unique name share a list of loaded chunks, so a page that switches versions
 *   would get old chunks for the new entry. The bundler is given a placeholder for that name (rspack/config.mjs), which
 *   is replaced by a digest of the build.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** Stands for the digest of a build in its unique name (rspack/config.mjs). */
export const namePlaceholder = '_build_name_';

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

/**
 * @param {string} path of the source map
 * @param {string} map
 */
function comparableMap(path, map) {
  const modules = join(root, 'node_modules');
  // Sources that are no files are named by their encoded code.
  const named = map
    .replaceAll(modules, 'node_modules')
    .replaceAll(encodeURIComponent(modules), 'node_modules');
  if (!path.endsWith('/remoteEntry.js.map')) return named;
  const { version, file, sources } = JSON.parse(named);
  return JSON.stringify({ version, file, sources, names: [], mappings: '' });
}

/** @param {string} folder of a remote's build */
function sortManifest(folder) {
  const path = join(folder, 'mf-manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.shared.sort((one, other) => (one.id < other.id ? -1 : 1));
  writeFileSync(path, JSON.stringify(manifest, null, 2));
  // Nobody reads it, and its facts vary from build to build.
  rmSync(join(folder, 'mf-stats.json'), { force: true });
}

/** @param {string} folder of a remote's build, before compression */
export function deterministicEntry(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.js(\.map)?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]));
  const isMap = ([path]) => path.endsWith('.map');
  const scripts = withOwnName(new Map([...texts].filter((text) => !isMap(text))));
  const maps = [...texts].filter(isMap).map(([path, map]) => [path, comparableMap(path, map)]);
  for (const [path, text] of [...scripts, ...maps])
    if (text !== texts.get(path)) writeFileSync(join(folder, path), text);
  sortManifest(folder);
}
