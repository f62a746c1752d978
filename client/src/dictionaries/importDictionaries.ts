import { writePack } from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';
import {
  DictionaryProblem,
  type DictionaryProblemKind,
} from '@lectern/shared-contracts/domain/dictionary/dictionaryProblem.ts';
import { groupFiles, readDictionary } from '@lectern/shared-contracts/domain/dictionary/readDictionaries.ts';

/** Packs by name, or the problem with the files. */
export type ImportAnswer =
  | { packs: { id: string; name: string; pack: Blob }[] }
  | { problem: DictionaryProblemKind };

/** Converts the dictionaries in these files to packs; none if one cannot be read. */
export async function importDictionaries(files: readonly File[]): Promise<ImportAnswer> {
  try {
    const groups = groupFiles(files);
    if (groups.length === 0) throw new DictionaryProblem('not_a_dictionary');
    const packs = [];
    for (const group of groups) {
      const { info, sources } = await readDictionary(group);
      // Files of several dictionaries are often named the same: 'dictionary.ifo'.
      const names = new Set([group.name, info.name]);
      const id = `own-${[...names].join('~')}`;
      packs.push({ id, name: info.name, pack: await writePack(info, sources) });
    }
    return { packs };
  } catch (error) {
    return { problem: error instanceof DictionaryProblem ? error.kind : 'damaged' };
  }
}
