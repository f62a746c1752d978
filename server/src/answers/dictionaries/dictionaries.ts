import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DictionaryProblemKind } from '@lectern/shared-contracts/domain/dictionary/dictionaryProblem.ts';
import type { Piscina } from 'piscina';
import { AppError } from '../../run/common/errors.ts';
import type { StorageFault } from '../../run/common/storageFault.ts';
import { dataFiles } from '../../run/dataFolder/dataFolder.ts';
import { type DictionarySource, dictionariesIn } from './folder.ts';
import type { PackTask } from './packWorker.ts';
import { wordNetInfo, wordNetPackage } from './wordNet.ts';

/** A dictionary that readers can download. */
export type ServerDictionary = Omit<DictionarySource, 'files'>;

/** The dictionaries of this server: WordNet, and those in the operator's folder. */
export interface Dictionaries {
  all(): Promise<ServerDictionary[]>;
  /**
   * Path of a dictionary's pack, which is built on first request and kept in the data folder.
   * @throws AppError not_found; dictionary_unusable with the reason
   */
  packOf(id: string): Promise<string>;
  stop(): Promise<void>;
}

/** Part of the name of every pack; raise it to rebuild packs in a new format. */
const format = 2;
const wordNetId = 'wordnet';
/** In milliseconds: ends the idle thread. */
const idleTimeoutMs = 5_000;

const sentences: Record<DictionaryProblemKind, string> = {
  not_a_dictionary: 'The files of this dictionary are neither StarDict nor DICT.',
  missing_file: 'A file of this dictionary is missing.',
  damaged: 'The files of this dictionary are damaged.',
  too_large: 'This dictionary is too large: at most 300 MB a file and two million entries.',
  empty: 'This dictionary has no entries.',
  unsupported: 'This kind of dictionary is not supported.',
};

/**
 * @param folder of the operator's dictionaries
 * @param dataDir where packs are kept
 */
export function createDictionaries({ folder, dataDir }: { folder: string; dataDir: string }): Dictionaries {
  const packs = dataFiles.dictionaryPacks(dataDir);
  const making = new Map<string, Promise<string>>();
  let thread: Promise<Piscina<PackTask, DictionaryProblemKind | StorageFault | null>> | undefined;

  const begin = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<PackTask, DictionaryProblemKind | StorageFault | null>({
      filename: fileURLToPath(new URL('../../../dictionaryWorker.mjs', import.meta.url)),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
      resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 },
      env: {},
    });
  };

  async function sources(): Promise<(DictionarySource & { wordNet?: string })[]> {
    const { folder: files, version } = wordNetPackage();
    const { name, from, to } = wordNetInfo;
    return [
      { id: wordNetId, name, from, to, version, files: [], wordNet: files },
      ...(await dictionariesIn(folder)),
    ];
  }

  async function make(source: DictionarySource & { wordNet?: string }, path: string): Promise<string> {
    await mkdir(packs, { recursive: true, mode: 0o700 });
    const into = `${path}.${process.pid}.part`;
    const made = source.wordNet === undefined ? { files: source.files } : { wordNet: source.wordNet };
    try {
      thread ??= begin();
      const problem = await (await thread).run({ into, ...made });
      if (problem !== null)
        throw problem in sentences
          ? new AppError('dictionary_unusable', sentences[problem as DictionaryProblemKind])
          : new AppError(problem as StorageFault);
      await rename(into, path);
    } finally {
      await rm(into, { force: true });
    }
    for (const name of await readdir(packs))
      if (name.startsWith(`${source.id}-`) && name.endsWith('.pack') && join(packs, name) !== path)
        await rm(join(packs, name), { force: true });
    return path;
  }

  return {
    all: async () =>
      (await sources()).map(({ id, name, from, to, version }) => ({ id, name, from, to, version })),
    async packOf(id) {
      const source = (await sources()).find((dictionary) => dictionary.id === id);
      if (source === undefined) throw new AppError('not_found');
      const path = join(packs, `${id}-${format}-${source.version}.pack`);
      if (existsSync(path)) return path;
      const pending = making.get(path);
      if (pending) return pending;
      const made = make(source, path).finally(() => making.delete(path));
      making.set(path, made);
      return made;
    },
    async stop() {
      await (await thread)?.destroy();
    },
  };
}
