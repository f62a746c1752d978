/**
 * Where remotes are published: a local folder or an S3-compatible bucket. Both have the same operations, including an
 * atomic change of the registry that is safe with concurrent writers.
 *
 * @typedef {object} Target
 * @property {string} name for messages
 * @property {(path: string) => Promise<Buffer | null>} read null if it does not exist
 * @property {(name: string, version: string, build: string, files: readonly string[]) => Promise<void>} put
 *   publishes a version from a build's folder, completely or not at all; existing files are left unchanged
 * @property {(name: string, version: string, build: string, files: readonly string[]) => Promise<void>} replace
 *   overwrites these files of a published version
 * @property {() => Promise<string[]>} remotes names of the remotes that have published versions
 * @property {(name: string) => Promise<{ version: string, published: Date }[]>} versions
 * @property {(name: string, version: string) => Promise<void>} remove
 * @property {(change: (registry: object) => object, step?: import('./registryFile.mjs').DeployStep) => Promise<object>}
 *   switch reads the registry, changes and writes it, and adds the step to the history; a damaged registry is first
 *   replaced by its last good copy
 * @property {(registry: object, step: import('./registryFile.mjs').DeployStep) => Promise<void>} restore
 *   replaces a registry that cannot be read
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from './atomicFile.mjs';
import { withFolderLock } from './folderLock.mjs';
import {
  historyFile,
  historyText,
  lastGoodFile,
  loadRegistry,
  parseHistory,
  registryFile,
  registryText,
} from './registryFile.mjs';
import { signed } from './signing.mjs';

/** @param {string} where a folder, or s3://bucket/prefix @returns {Promise<Target>} */
export async function openTarget(where) {
  return where.startsWith('s3://')
    ? (await import('./bucket.mjs')).bucketTarget(where)
    : directoryTarget(where);
}

/** @param {string} folder @returns {Target} */
export function directoryTarget(folder) {
  const at = (...path) => join(folder, ...path);
  const read = async (path) => (existsSync(at(path)) ? readFileSync(at(path)) : null);

  async function write(registry, step) {
    const text = registryText(signed(registry));
    writeFileAtomically(at(registryFile), text);
    writeFileAtomically(at(lastGoodFile), text);
    if (step) writeFileAtomically(at(historyFile), historyText(parseHistory(await read(historyFile)), step));
  }

  return {
    name: folder,
    read,
    async put(name, version, build, files) {
      const final = at(name, version);
      clearStaging(at(name));
      if (existsSync(final)) {
        // With a new modification time, so that a concurrent deploy does not remove it as outdated.
        utimesSync(final, new Date(), new Date());
        return;
      }
      const staging = at(name, `.${version}.${crypto.randomUUID()}.staging`);
      for (const file of files) {
        mkdirSync(dirname(join(staging, file)), { recursive: true });
        cpSync(join(build, file), join(staging, file));
      }
      try {
        renameSync(staging, final);
      } catch (error) {
        rmSync(staging, { recursive: true, force: true });
        // Another process has published the same version in the meantime.
        if (!existsSync(final)) throw error;
      }
    },
    async replace(name, version, build, files) {
      for (const file of files) {
        mkdirSync(dirname(at(name, version, file)), { recursive: true });
        writeFileAtomically(at(name, version, file), readFileSync(join(build, file)));
      }
    },
    async remotes() {
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name.startsWith('mf-'))
        .map((entry) => entry.name)
        .sort();
    },
    async versions(name) {
      if (!existsSync(at(name))) return [];
      return readdirSync(at(name), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map((entry) => ({ version: entry.name, published: statSync(at(name, entry.name)).mtime }));
    },
    async remove(name, version) {
      rmSync(at(name, version), { recursive: true, force: true });
    },
    switch: (change, step) =>
      withFolderLock(at('.remotes.lock'), async () => {
        const registry = change((await loadRegistry(read)).registry);
        await write(registry, step);
        return registry;
      }),
    restore: (registry, step) => withFolderLock(at('.remotes.lock'), () => write(registry, step)),
  };
}

/** Milliseconds after which a version without its final folder name is left over from an interrupted deploy. */
const stagingAge = 3_600_000;

function clearStaging(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.staging'))) {
    const age = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > stagingAge) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * The registry in use, or its last good copy.
 * @param {Target} target
 * @throws {import('./registryFile.mjs').DamagedRegistry} if there is neither
 */
export const readRegistry = async (target) => (await loadRegistry(target.read)).registry;

/** @param {Target} target @returns {Promise<import('./registryFile.mjs').DeployStep[]>} oldest first */
export const readHistory = async (target) => parseHistory(await target.read(historyFile));
