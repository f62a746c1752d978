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
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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
import { inTurn } from './turns.mjs';

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

  const tickets = ticketsIn(folder);

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
      inTurn(tickets, async (requireTurn) => {
        const registry = change((await loadRegistry(read)).registry);
        await requireTurn();
        await write(registry, step);
        return registry;
      }),
    restore: (registry, step) => inTurn(tickets, () => write(registry, step)),
  };
}

/** The tickets of those who change the registry of a folder. @param {string} folder */
export const ticketsIn = (folder) => ({
  async put(path) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  },
  list: async (tickets) =>
    readdirSync(join(folder, tickets)).flatMap((name) => {
      const path = `${tickets}/${name}`;
      const modified = statSync(join(folder, path), { throwIfNoEntry: false })?.mtime;
      return modified ? [{ path, modified }] : [];
    }),
  remove: async (path) => rmSync(join(folder, path), { force: true }),
});

/**
 * Replaces a file: readers see either the old or the new content, even after a power failure.
 * @param {string} path
 * @param {string | Uint8Array} content
 */
function writeFileAtomically(path, content) {
  const temporary = `${path}.${process.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`;
  writeFileSync(temporary, content, { flush: true });
  renameSync(temporary, path);
  // A rename is durable once its folder is synced. Windows cannot open folders, and does not need it.
  if (process.platform === 'win32') return;
  const opened = openSync(dirname(path), 'r');
  fsyncSync(opened);
  closeSync(opened);
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
