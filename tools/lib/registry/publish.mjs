/** Publishes a built remote: an immutable folder named by its version, and an entry in the registry. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CONTRACT_VERSION } from '../../../shared-contracts/src/contract/version.ts';
import { root } from '../paths.mjs';
import { signed } from './signing.mjs';

/** All files below a folder, as sorted relative paths with forward slashes. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** The modules that a remote exposes: every file of src/expose, under its own name. */
export function exposesOf(workspace, checkout = root) {
  const folder = join(checkout, workspace, 'src', 'expose');
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => /^[A-Z]\w*\.tsx?$/.test(file))
      .map((file) => [`./${file.replace(/\.tsx?$/, '')}`, `./src/expose/${file}`]),
  );
}

/** Maps 'node_modules/a/node_modules/@b/c/lib/x.js' to its package 'node_modules/a/node_modules/@b/c'. */
const packagePath = (source) =>
  /(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(source)?.[0].replace(/\/$/, '');

/**
 * The packages whose code is in a build, found through its source maps.
 * @param {string} build folder
 * @param {readonly string[]} files below it, as relative paths
 * @returns {string[]} sorted, such as 'marked@16.1.0'
 */
export function packagesInBuild(build, files) {
  const sources = files
    .filter((path) => path.endsWith('.map'))
    .flatMap((path) => JSON.parse(readFileSync(join(build, path), 'utf8')).sources ?? []);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const paths = new Set(sources.map(packagePath).filter(Boolean));
  return [...paths]
    .map((path) => `${path.split('node_modules/').at(-1)}@${packages[path]?.version ?? 'unknown'}`)
    .sort();
}

const listFile = 'remote.json';
const provenanceFile = 'provenance.json';

/** Files that a browser may request: no source maps, compressed copies, or files about the build. */
const ships = (path) =>
  !/\.(map|br|gz)$/.test(path) && ![listFile, provenanceFile, 'mf-stats.json'].includes(path);

export const digestOf = (bytes, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;

/** Whether the bytes match a digest, which names its algorithm. */
const hasDigest = (bytes, integrity) => digestOf(bytes, integrity.split('-')[0]) === integrity;

const readJson = (file, otherwise) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise);

/** The package of a remote and the content of its remote.json; a fixture has neither. */
export function packageOf(name, checkout = root) {
  const facts = readJson(join(checkout, name, 'package.json'), { version: '0.0.0' });
  return { ...facts, content: contentOf(name, checkout) };
}

/** The content of a remote's remote.json, with the translations of its texts. */
export function contentOf(name, checkout = root) {
  const content = readJson(join(checkout, name, 'remote.json'), null);
  if (content === null) return {};
  const keys = textsOfContent(content);
  const locales = join(checkout, name, 'src', 'locales');
  const languages = existsSync(locales) ? readdirSync(locales).filter((file) => file.endsWith('.json')) : [];
  const texts = Object.fromEntries(
    languages.sort().flatMap((file) => {
      const all = Object.entries(readJson(join(locales, file), {}));
      // A text with a count has one key for each plural form, with a suffix after an underscore.
      const own = all.filter(([form]) => keys.some((key) => form === key || form.startsWith(`${key}_`)));
      return own.length > 0 ? [[file.replace('.json', ''), Object.fromEntries(own)]] : [];
    }),
  );
  return { ...content, ...(Object.keys(texts).length > 0 ? { texts } : {}) };
}

/** The English texts of a remote.json. */
export function textsOfContent({ pages = [], fills = [], commands = [], flags = [], config = {} }) {
  const texts = [
    ...pages.flatMap(({ title, failure, navigation }) => [
      title,
      failure?.name,
      navigation?.label,
      navigation?.shortLabel,
      navigation?.badge?.text,
    ]),
    ...fills.flatMap(({ name, shortName }) => [name, shortName]),
    ...commands.flatMap(({ title, keywords }) => [title, keywords]),
    ...[...flags, ...Object.values(config)].map(({ title }) => title),
  ];
  return [...new Set(texts.filter(Boolean))];
}

/**
 * Describes a build: the content of its remote.json. The version is the package's version with a digest of the bytes,
 * so the same code has the same version, and different code never has the same address.
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

/** Whether a published description matches its version. */
function isOwnVersion({ name: _, version, ...facts }) {
  return typeof version === 'string' && version.endsWith(`-${digestOfFacts(facts)}`);
}

/** The scripts of first views (tools/prerender.mjs): 'first/<expose>.<language>.js'. */
function firstViewsAmong(files) {
  const firstViews = {};
  for (const { path } of files) {
    const [, expose, language] = /^first\/(\w+)\.([\w-]+)\.js$/.exec(path) ?? [];
    if (expose) firstViews[expose] = { ...firstViews[expose], [language]: path };
  }
  return Object.keys(firstViews).length > 0 ? { firstViews } : {};
}

/**
 * Publishes a build and reads every file back to verify it. If files of this version exist already and differ from the
 * build, because they were damaged, they are replaced.
 * @param {import('./target.mjs').Target} target
 * @param {object} [provenance] origin of the build (provenance.mjs); the packages in its code are added
 * @returns {Promise<{ base: string, description: object }>} its registry entry
 */
export async function publish(target, description, build, provenance) {
  const { name, version } = description;
  const list = JSON.stringify(description, null, 2);
  writeFileSync(join(build, listFile), list);
  if (provenance) {
    const packages = packagesInBuild(build, filesBelow(build));
    writeFileSync(join(build, provenanceFile), JSON.stringify(signed({ ...provenance, packages }), null, 2));
  }
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

/** The registry entry of a published version. @param {string | Buffer} list its remote.json */
const entryFor = (description, list) => ({
  base: `/remotes/${description.name}/${description.version}/`,
  description: forRegistry(description, list),
});

/** Lets '1.2.0' match '1.2.0-3f2a9c', whose digest nobody remembers. */
export const isVersion = (whole, named) => whole === named || whole.startsWith(`${named}-`);

/**
 * Finds a published version, whether the registry names it or not.
 * @param {import('./target.mjs').Target} target
 * @param {string} name of the remote
 * @param {(version: string) => boolean} wanted the newest matching version is taken
 * @returns {Promise<{ base: string, description: object } | null>} its registry entry; null if there is no match with
 *   all files intact
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
 * The part of a description that the registry contains: the files that a page loads first, and where the complete list
 * is. Every visit loads the registry, while most files (such as the tables of pdf.js) are rarely needed.
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

/** Files of a published version that are missing or differ from its description. */
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
 * Removes versions that the registry no longer names and that are older than any open page.
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
