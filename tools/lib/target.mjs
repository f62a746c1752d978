/**
 * Where remotes are published: a folder of this machine, or an S3-compatible bucket. Both know the same verbs, and one
 * that changes the registry in one step, whoever else does so at the same time.
 *
 * @typedef {object} Target
 * @property {string} name for messages
 * @property {(path: string) => Promise<Buffer | null>} read null when it is not there
 * @property {(name: string, version: string, build: string, files: readonly string[]) => Promise<void>} put
 *   a version, from a build's folder, whole or not at all; files that are there already are left as they are
 * @property {(name: string, version: string, build: string, files: readonly string[]) => Promise<void>} replace
 *   these files of a version that is there
 * @property {() => Promise<string[]>} remotes names of the remotes that have published versions
 * @property {(name: string) => Promise<{ version: string, published: Date }[]>} versions
 * @property {(name: string, version: string) => Promise<void>} remove
 * @property {(change: (registry: object) => object, step?: import('./registryFile.mjs').DeployStep) => Promise<object>}
 *   switch reads the registry, changes and writes it, and adds the step to the history; a damaged registry is replaced
 *   by its last good copy first
 * @property {(registry: object, step: import('./registryFile.mjs').DeployStep) => Promise<void>} restore
 *   writes a registry in the place of one that cannot be read
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
        // As new as a version can be: another deploy that clears away old ones leaves it.
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
        // Another process has published the same version meanwhile.
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

/** Milliseconds after which a version that was never renamed to its final folder belongs to a deploy that died. */
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
 * @throws {import('./registryFile.mjs').DamagedRegistry} when there is neither
 */
export const readRegistry = async (target) => (await loadRegistry(target.read)).registry;

/** @param {Target} target @returns {Promise<import('./registryFile.mjs').DeployStep[]>} oldest first */
export const readHistory = async (target) => parseHistory(await target.read(historyFile));
