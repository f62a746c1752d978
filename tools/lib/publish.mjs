/** A built remote becomes a published one: an immutable folder named by its version, and a line in the registry. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';

/** All files below a folder, as sorted relative paths with forward slashes. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

const contractVersion = () =>
  /CONTRACT_VERSION = '([^']+)'/.exec(
    readFileSync(join(root, 'shared-contracts/src/contract.ts'), 'utf8'),
  )[1];

/**
 * Describes a build: the facts of remote.json. The version is the package's own with a digest of the bytes, so the
 * same code is the same version and another code never has its address.
 */
export function describe(name, build) {
  const { version } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
  const files = filesBelow(build)
    .filter((path) => !/\.(map|br|gz)$/.test(path) && path !== 'remote.json')
    .map((path) => {
      const bytes = readFileSync(join(build, path));
      return {
        path,
        bytes: bytes.length,
        integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
      };
    });
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 10);
  const manifest = JSON.parse(readFileSync(join(build, 'mf-manifest.json'), 'utf8'));
  return {
    name,
    version: `${version}-${digest}`,
    contract: contractVersion(),
    exposes: manifest.exposes.map((expose) => expose.name),
    manifest: 'mf-manifest.json',
    files,
  };
}

/** Copies the build to <target>/<name>/<version>/, whole or not at all. @returns the registry's entry for it */
export function publish(name, build, target) {
  const description = describe(name, build);
  const folder = join(target, name, description.version);
  if (!existsSync(folder)) {
    const staging = `${folder}.staging`;
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true });
    cpSync(build, staging, { recursive: true });
    writeFileSync(join(staging, 'remote.json'), JSON.stringify(description, null, 2));
    renameSync(staging, folder);
  }
  return { base: `/remotes/${name}/${description.version}/`, description };
}

export function readRegistry(target) {
  const file = join(target, 'remotes.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { remotes: {} };
}

/** Replaces the registry in one step, so that no reader of it ever sees half of one. */
export function writeRegistry(target, registry) {
  mkdirSync(target, { recursive: true });
  const file = join(target, 'remotes.json');
  writeFileSync(`${file}.new`, JSON.stringify(registry, null, 2));
  renameSync(`${file}.new`, file);
}

/** Makes `published` the current version; the one before stays as the previous, to go back to. */
export function switchTo(registry, name, published) {
  const before = registry.remotes[name];
  const same = before?.current.description.version === published.description.version;
  const previous = same ? before.previous : before?.current;
  return {
    remotes: { ...registry.remotes, [name]: { current: published, ...(previous ? { previous } : {}) } },
  };
}

/** Removes published versions that the registry names no more. */
export function prune(target, registry, name) {
  const kept = new Set(
    [registry.remotes[name]?.current, registry.remotes[name]?.previous]
      .filter(Boolean)
      .map((p) => p.description.version),
  );
  const folder = join(target, name);
  if (!existsSync(folder)) return;
  for (const version of readdirSync(folder)) {
    if (!kept.has(version) && statSync(join(folder, version)).isDirectory())
      rmSync(join(folder, version), { recursive: true });
  }
}
