import type { HostDictionaries } from '@lectern/shared-contracts/contract/hostDictionaries.ts';
import { groupFiles } from '@lectern/shared-contracts/domain/dictionary/groupFiles.ts';

export interface AddedDictionaries {
  /** Names of the dictionaries that were added. */
  added: string[];
  /** The others, by the base name of their files; without one where no file is that of a dictionary. */
  refused: { name: string; error: unknown }[];
}

/** Adds each dictionary in these files by itself: one that cannot be read does not keep out the others. */
export async function addDictionaries(
  dictionaries: Pick<HostDictionaries, 'add'>,
  files: readonly File[],
): Promise<AddedDictionaries> {
  const groups = groupFiles(files).map((group) => ({ name: group.name, files: [...group.files.values()] }));
  const result: AddedDictionaries = { added: [], refused: [] };
  for (const group of groups.length > 0 ? groups : [{ name: '', files }]) {
    try {
      result.added.push(...(await dictionaries.add(group.files)));
    } catch (error) {
      result.refused.push({ name: group.name, error });
    }
  }
  return result;
}
