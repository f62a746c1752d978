/** A built remote becomes a published one: an immutable folder named by its version, and a line in the registry. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CONTRACT_VERSION } from '../../shared-contracts/src/contract/version.ts';
import { root } from './paths.mjs';
import { billOfMaterials, packagesInBuild } from './sbom.mjs';
import { signed } from './signing.mjs';

/** All files below a folder, as sorted relative paths with forward slashes. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

const listFile = 'remote.json';
const provenanceFile = 'provenance.json';
const billFile = 'sbom.cdx.json';

/** What a browser may ask for: no maps, no compressed copies, nothing that is only about the build. */
const ships = (path) =>
  !/\.(map|br|gz)$/.test(path) && ![listFile, provenanceFile, billFile, 'mf-stats.json'].includes(path);

export const digestOf = (bytes, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;

/** Whether bytes have a digest, made by the algorithm that it names. */
const hasDigest = (bytes, integrity) => digestOf(bytes, integrity.split('-')[0]) === integrity;

const readJson = (file, otherwise) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise);

/** The package of a remote, and what the remote brings; a fixture has neither. */
export function packageOf(name, checkout = root) {
  const facts = readJson(join(checkout, name, 'package.json'), { version: '0.0.0' });
  return { ...facts, content: contentOf(name, checkout) };
}

/** What a remote brings, as its remote.json says it, with the translations of its texts. */
export function contentOf(name, checkout = root) {
  const content = readJson(join(checkout, name, 'remote.json'), null);
  if (content === null) return {};
  const keys = textsOfContent(content);
  const locales = join(checkout, name, 'src', 'locales');
  const languages = existsSync(locales) ? readdirSync(locales).filter((file) => file.endsWith('.json')) : [];
  const texts = Object.fromEntries(
    languages.sort().flatMap((file) => {
      const all = Object.entries(readJson(join(locales, file), {}));
      // A text with a count has a form for each plural, behind an underscore.
      const own = all.filter(([form]) => keys.some((key) => form === key || form.startsWith(`${key}_`)));
      return own.length > 0 ? [[file.replace('.json', ''), Object.fromEntries(own)]] : [];
    }),
  );
  return { ...content, ...(Object.keys(texts).length > 0 ? { texts } : {}) };
}

/** The English texts of a remote.json. */
export function textsOfContent({ pages = [], widgets = [], commands = [], flags = [] }) {
  const texts = [
    ...pages.flatMap(({ title, failure, navigation }) => [
      title,
      failure?.name,
      navigation?.label,
      navigation?.shortLabel,
      navigation?.badge?.text,
    ]),
    ...widgets.map(({ name }) => name),
    ...commands.flatMap(({ title, keywords }) => [title, keywords]),
    ...flags.map(({ title }) => title),
  ];
  return [...new Set(texts.filter(Boolean))];
}

/**
 * Describes a build: the facts of remote.json. The version is the package's own with a digest of the bytes, so the
 * same code is the same version and another code never has its address.
 * @param {string} name of the remote
 * @param {string} build folder
 * @param {{ version: string, content?: object }} facts of its package and its remote.json
 */
export function describe(name, build, { version, content } = packageOf(name)) {
  const files = filesBelow(build)
    .filter(ships)
    .map((path) => {
      const bytes = readFileSync(join(build, path));
      return { path, bytes: bytes.length, integrity: digestOf(bytes) };
    });
  const manifest = JSON.parse(readFileSync(join(build, 'mf-manifest.json'), 'utf8'));
  const facts = {
    contract: CONTRACT_VERSION,
    exposes: manifest.exposes.map((expose) => expose.name),
    manifest: 'mf-manifest.json',
    ...(manifest.metaData
      ? { entry: manifest.metaData.remoteEntry.name, container: manifest.metaData.globalName }
      : {}),
    scripts: Object.fromEntries(
      manifest.exposes.map(({ name: expose, assets }) => [expose, assets?.js.sync ?? []]),
    ),
    ...firstViewsAmong(files),
    ...content,
    files,
  };
  return { name, version: `${version}-${digestOfFacts(facts)}`, ...facts };
}

const digestOfFacts = (facts) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 10);

/** Whether a published description is the one that its version was named after. */
function isOwnVersion({ name: _, version, ...facts }) {
  return typeof version === 'string' && version.endsWith(`-${digestOfFacts(facts)}`);
}

/** The scripts that tools/firstViews.mjs made: 'first/<expose>.<language>.js'. */
function firstViewsAmong(files) {
  const firstViews = {};
  for (const { path } of files) {
    const [, expose, language] = /^first\/(\w+)\.([\w-]+)\.js$/.exec(path) ?? [];
    if (expose) firstViews[expose] = { ...firstViews[expose], [language]: path };
  }
  return Object.keys(firstViews).length > 0 ? { firstViews } : {};
}

/**
 * Puts a build at its address and reads every file back: what lies there is what was built. Files of this version that
 * are there and are not what was built, because a disk or a person damaged them, are replaced.
 * @param {import('./target.mjs').Target} target
 * @param {object} [provenance] where the build comes from (provenance.mjs)
 * @returns {Promise<{ base: string, description: object }>} the registry's entry for it
 */
export async function publish(target, description, build, provenance) {
  const { name, version } = description;
  const list = JSON.stringify(description, null, 2);
  writeFileSync(join(build, listFile), list);
  if (provenance) writeFileSync(join(build, provenanceFile), JSON.stringify(signed(provenance), null, 2));
  const built = filesBelow(build);
  const bill = billOfMaterials({ name, version }, packagesInBuild(build, built));
  writeFileSync(join(build, billFile), JSON.stringify(bill));
  const files = filesBelow(build);
  const entry = entryFor(description, list);
  await target.put(name, version, build, files);
  if ((await damaged(target, entry.description)).length > 0) {
    await target.replace(name, version, build, files);
    const broken = await damaged(target, entry.description);
    if (broken.length > 0)
      throw new Error(
        `What was published of ${name}@${version} is not what was built: ${broken.join(', ')}.`,
      );
  }
  return entry;
}

/** The registry's entry for a published version. @param {string | Buffer} list its remote.json */
const entryFor = (description, list) => ({
  base: `/remotes/${description.name}/${description.version}/`,
  description: forRegistry(description, list),
});

/** '1.2.0' is '1.2.0-3f2a9c', whose digest nobody remembers. */
export const isVersion = (whole, named) => whole === named || whole.startsWith(`${named}-`);

/**
 * A version that is published, whether the registry names it or not.
 * @param {import('./target.mjs').Target} target
 * @param {string} name of the remote
 * @param {(version: string) => boolean} wanted of those that are, the newest is taken
 * @returns {Promise<{ base: string, description: object } | null>} the registry's entry for it; null when there is none
 *   whose files are all as they were published
 */
export async function findPublished(target, name, wanted) {
  const versions = (await target.versions(name)).filter(({ version }) => wanted(version));
  for (const { version } of versions.sort((a, b) => b.published - a.published)) {
    const list = await target.read(`${name}/${version}/${listFile}`);
    const description = list && parsed(list);
    if (description?.name !== name || description.version !== version || !isOwnVersion(description)) continue;
    if ((await damaged(target, description)).length === 0) return entryFor(description, list);
  }
  return null;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * What the registry says of a version: of its files those that a page begins with, and where all of them stand. Every
 * visit asks for the registry; most of the files (the tables of pdf.js, say) few visits need.
 */
function forRegistry(description, list) {
  const { entry, scripts = {}, firstViews = {}, files } = description;
  if (!entry) return description;
  const drawn = Object.values(firstViews).flatMap((byLanguage) => Object.values(byLanguage));
  const first = new Set([entry, ...Object.values(scripts).flat(), ...drawn]);
  return {
    ...description,
    files: files.filter(({ path }) => first.has(path)),
    list: { path: listFile, integrity: digestOf(list) },
  };
}

/** Files of a published version whose bytes are not there or not those of its description. */
export async function damaged(target, description) {
  const { name, version, list } = description;
  const read = (path) => target.read(`${name}/${version}/${path}`);
  const whole = list ? await read(list.path) : null;
  if (list && (whole === null || !hasDigest(whole, list.integrity))) return [list.path];
  const files = (whole ? parsed(whole) : description)?.files;
  if (!Array.isArray(files)) return [listFile];
  const broken = [];
  for (const { path, integrity } of files) {
    const bytes = await read(path);
    if (bytes === null || !hasDigest(bytes, integrity)) broken.push(path);
  }
  return broken;
}

/**
 * Removes versions that the registry names no more and that have been there for longer than a page is open.
 * @param {number} keep milliseconds
 */
export async function prune(target, registry, name, keep = 7 * 86_400_000) {
  const entry = registry.remotes[name] ?? {};
  const named = new Set(
    [entry.current, entry.previous, entry.canary].filter(Boolean).map((it) => it.description.version),
  );
  const before = Date.now() - keep;
  for (const { version, published } of await target.versions(name)) {
    if (!named.has(version) && published.getTime() <= before) await target.remove(name, version);
  }
}
