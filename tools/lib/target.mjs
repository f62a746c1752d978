/**
 * Where remotes are published: a folder of this machine, or an S3-compatible bucket. Both know four verbs, and one that
 * changes the registry in one step, whoever else does so at the same time.
 *
 * @typedef {object} Target
 * @property {string} name for messages
 * @property {(path: string) => Promise<Buffer | null>} read null when it is not there
 * @property {(name: string, version: string, build: string, files: readonly string[]) => Promise<void>} put
 *   a version, from a build's folder, whole or not at all; files that are there already are left as they are
 * @property {(name: string) => Promise<{ version: string, published: Date }[]>} versions
 * @property {(name: string, version: string) => Promise<void>} remove
 * @property {(change: (registry: object) => object) => Promise<object>}
 *   switch reads the registry, changes and writes it
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const registryFile = 'remotes.json';
const empty = { remotes: {} };

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
  return {
    name: folder,
    read,
    async put(name, version, build, files) {
      const final = at(name, version);
      if (existsSync(final)) return;
      const staging = at(name, `.${version}.staging`);
      rmSync(staging, { recursive: true, force: true });
      for (const file of files) {
        mkdirSync(dirname(join(staging, file)), { recursive: true });
        cpSync(join(build, file), join(staging, file));
      }
      renameSync(staging, final);
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
    switch: (change) =>
      locked(at('.remotes.lock'), async () => {
        const registry = change(JSON.parse((await read(registryFile)) ?? JSON.stringify(empty)));
        writeFileSync(at(`${registryFile}.new`), JSON.stringify(registry, null, 2));
        // Readers see the one or the other, never half of one.
        renameSync(at(`${registryFile}.new`), at(registryFile));
        return registry;
      }),
  };
}

/** A lock of somebody who died is broken after this many milliseconds: a switch takes a few. */
const lockAge = 10_000;

async function locked(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > lockAge) rmSync(lock, { recursive: true, force: true });
      else await pause(20);
    }
  }
  try {
    return await work();
  } finally {
    rmdirSync(lock);
  }
}

/** @param {Target} target */
export const readRegistry = async (target) =>
  JSON.parse((await target.read(registryFile)) ?? JSON.stringify(empty));
