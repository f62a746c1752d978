/** Builds the pack of a dictionary in a thread, since a large one takes seconds. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { writePack } from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';
import {
  DictionaryProblem,
  dictionaryLimits,
} from '@lectern/shared-contracts/domain/dictionary/dictionaryProblem.ts';
import { groupFiles, readDictionary } from '@lectern/shared-contracts/domain/dictionary/readDictionaries.ts';
import { asRegularFile } from '../../run/common/openRegularFile.ts';
import { type StorageFault, storageFault } from '../../run/common/storageFault.ts';
import { wordNetInfo, wordNetSources } from './wordNet.ts';

/** The source of a pack, and the file to write. */
export type PackTask = { into: string } & ({ wordNet: string } | { files: readonly string[] });

/** @returns null when written; else what is wrong with the dictionary or the disk */
export default async function makePack(
  task: PackTask,
): Promise<DictionaryProblem['kind'] | StorageFault | null> {
  try {
    const pack =
      'wordNet' in task
        ? await writePack(wordNetInfo, wordNetSources(task.wordNet))
        : await packOfFiles(task.files);
    await writeFile(task.into, pack.stream(), { mode: 0o600 });
    return null;
  } catch (error) {
    if (error instanceof DictionaryProblem) return error.kind;
    const fault = storageFault(error);
    if (fault === null) throw error;
    return fault;
  }
}

async function packOfFiles(paths: readonly string[]): Promise<Blob> {
  const files = paths.map((path) => {
    const bytes = readFileSync(path, { flag: asRegularFile as unknown as string });
    if (bytes.byteLength > dictionaryLimits.fileBytes)
      throw new DictionaryProblem('too_large', basename(path));
    return new File([bytes], basename(path));
  });
  const [group] = groupFiles(files);
  if (!group) throw new DictionaryProblem('not_a_dictionary');
  const { info, sources } = await readDictionary(group);
  return writePack(info, sources);
}
