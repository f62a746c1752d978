import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languagesOfName } from '@lectern/shared-contracts/domain/dictionary/dictionaryLanguages.ts';
import type { DictionaryProblemKind } from '@lectern/shared-contracts/domain/dictionary/dictionaryProblem.ts';
import type { Piscina } from 'piscina';
import { AppError } from '../../run/common/errors.ts';
import { asRegularFile } from '../../run/common/openRegularFile.ts';
import type { StorageFault } from '../../run/common/storageFault.ts';
import { dataFiles } from '../../run/dataFolder/dataFolder.ts';
import type { PackTask } from './packWorker.ts';
import { wordNetInfo, wordNetPackage } from './wordNet.ts';

/** A dictionary that readers can download. */
export type ServerDictionary = Omit<DictionarySource, 'files'>;

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
 * The dictionaries of this server: WordNet, and those in the operator's folder.
 * @param folder of the operator's dictionaries
 * @param dataDir where packs are kept
 */
export function createDictionaries({ folder, dataDir }: { folder: string; dataDir: string }) {
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
    all: async (): Promise<ServerDictionary[]> =>
      (await sources()).map(({ id, name, from, to, version }) => ({ id, name, from, to, version })),
    /**
     * Path of a dictionary's pack, which is built on first request and kept in the data folder.
     * @throws AppError not_found; dictionary_unusable with the reason
     */
    async packOf(id: string): Promise<string> {
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

export type Dictionaries = ReturnType<typeof createDictionaries>;

/** The files of a dictionary on disk. */
interface DictionarySource {
  id: string;
  name: string;
  from: string | null;
  to: string | null;
  /** Changes when one of its files changes. */
  version: string;
  files: readonly string[];
}

const part = /^(.+)\.(ifo|idx|syn|dict|index)(?:\.(?:gz|dz))?$/i;
const maxFiles = 2_000;
const maxInfoLength = 4_000;

/**
 * Lists the dictionaries of a folder and its subfolders, in StarDict or DICT format, by name. Empty when the folder
 * is missing or unreadable. Symbolic links are ignored, since they could point to any file of this machine. The files
 * are validated when a pack is built.
 */
export async function dictionariesIn(folder: string): Promise<DictionarySource[]> {
  const groups = new Map<string, string[]>();
  for (const path of await filesIn(folder)) {
    const base = part.exec(path)?.[1];
    if (base !== undefined) groups.set(base, [...(groups.get(base) ?? []), path]);
  }
  const sources: DictionarySource[] = [];
  for (const [base, files] of groups) {
    const main = files.find((path) => /\.(?:ifo|index)(?:\.gz)?$/i.test(path));
    if (main === undefined) continue;
    const fileName = base.split(/[\\/]/).at(-1) ?? base;
    const name = (await bookName(main)) ?? fileName;
    const languages = languagesOfName(fileName) ?? languagesOfName(name);
    sources.push({
      id: digest(base.slice(folder.length)).slice(0, 16),
      name,
      from: languages?.from ?? null,
      to: languages?.to ?? null,
      version: digest(JSON.stringify(await Promise.all(files.map(stamp)))).slice(0, 16),
      files,
    });
  }
  return sources.sort((a, b) => a.name.localeCompare(b.name));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const nested = entries.slice(0, maxFiles).map(async (entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
    const inner = await readdir(path, { withFileTypes: true }).catch(() => []);
    return inner.filter((entry) => entry.isFile()).map((entry) => join(path, entry.name));
  });
  return (await Promise.all(nested)).flat().slice(0, maxFiles);
}

async function bookName(main: string): Promise<string | null> {
  if (!/\.ifo$/i.test(main)) return null;
  const file = await open(main, asRegularFile).catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxInfoLength), 0, maxInfoLength, 0);
    return (
      /^bookname=(.+)$/m
        .exec(buffer.toString('utf8', 0, bytesRead))?.[1]
        ?.trim()
        .slice(0, 200) || null
    );
  } finally {
    await file.close();
  }
}

async function stamp(path: string): Promise<[string, number, number]> {
  const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
  return [path, size, mtimeMs];
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
