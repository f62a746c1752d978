/**
 * Software bills of materials (CycloneDX): the packages in a build, found through its source maps, and the dependencies
 * of the server, found in package-lock.json.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** Package-lock.json of a checkout. @returns {Record<string, object>} entries by path */
export const lockedPackages = (checkout = root) =>
  JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).packages;

/** Maps 'node_modules/a/node_modules/@b/c/lib/x.js' to its package 'node_modules/a/node_modules/@b/c'. */
function packagePath(source) {
  const at = source.indexOf('node_modules/');
  if (at < 0) return null;
  return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(source.slice(at))?.[0].replace(/\/$/, '') ?? null;
}

/**
 * Packages whose code is in a build.
 * @param {string} build folder with its source maps
 * @param {readonly string[]} files below it, as relative paths
 * @returns {string[]} sorted paths of package-lock.json
 */
export function packagesInBuild(build, files) {
  const found = new Set();
  for (const file of files.filter((path) => path.endsWith('.map'))) {
    for (const source of JSON.parse(readFileSync(join(build, file), 'utf8')).sources ?? []) {
      const path = packagePath(source);
      if (path) found.add(path);
    }
  }
  return [...found].sort();
}

/**
 * Runtime dependencies of a workspace, including transitive ones.
 * @param {string} workspace folder
 * @returns {string[]} sorted paths of package-lock.json
 */
export function packagesOfWorkspace(workspace, packages = lockedPackages()) {
  const found = new Set();
  const visit = (path) => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const at = resolved(packages, path, name);
      // An optional one may be missing in the lock file.
      if (at === null || found.has(at)) continue;
      const target = packages[at].link ? packages[at].resolved : at;
      if (!packages[at].link) found.add(at);
      visit(target);
    }
  };
  visit(workspace);
  return [...found].sort();
}

/** Resolves a package like Node does: in the nearest node_modules above. */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]+$/, '')) {
    const at = [folder, 'node_modules', name].filter(Boolean).join('/');
    if (packages[at]) return at;
    if (folder === '') return null;
  }
}

const nameOf = (path) => path.replace(/^.*node_modules\//, '');
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Converts an integrity value 'sha512-…' from base64 to hex. */
function hashesOf(integrity = '') {
  const [, algorithm, digest] = /^sha(\d+)-(\S+)/.exec(integrity) ?? [];
  return algorithm
    ? [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }]
    : [];
}

/** The license of a package: from the lock file, or else from its own package.json. */
function licenseOf(path, entry, checkout) {
  const file = join(checkout, path, 'package.json');
  const stated =
    entry.license ?? (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).license : undefined);
  const text = typeof stated === 'object' ? stated?.type : stated;
  return typeof text === 'string' && text !== '' ? text : null;
}

function component(path, packages, checkout) {
  const entry = packages[path] ?? {};
  const name = nameOf(path);
  const license = licenseOf(path, entry, checkout);
  const version = entry.version ?? 'unknown';
  const hashes = hashesOf(entry.integrity);
  return {
    type: 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    ...(hashes.length > 0 ? { hashes } : {}),
    ...(license
      ? { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] }
      : {}),
    purl: purlOf(name, version),
  };
}

/**
 * @param {{ name: string, version: string }} about the component that the bill describes
 * @param {readonly string[]} paths of package-lock.json
 * @returns {object} CycloneDX 1.6; identical for the same packages
 */
export function billOfMaterials(
  { name, version },
  paths,
  { checkout = root, packages = lockedPackages(checkout) } = {},
) {
  const byRef = new Map(
    paths.map((path) => component(path, packages, checkout)).map((one) => [one['bom-ref'], one]),
  );
  const components = [...byRef.values()].sort((a, b) => a['bom-ref'].localeCompare(b['bom-ref'], 'en'));
  const digest = createHash('sha256')
    .update(JSON.stringify([name, version, components]))
    .digest('hex');
  const uuid = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purlOf(name, version),
        name,
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
    dependencies: [{ ref: purlOf(name, version), dependsOn: components.map((one) => one['bom-ref']) }],
  };
}
