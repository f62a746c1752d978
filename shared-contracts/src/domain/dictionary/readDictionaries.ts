import { readDictd } from './dictd.ts';
import { DictionaryProblem } from './dictionaryProblem.ts';
import { type ReadDictionary, readStarDict } from './stardict.ts';

/** @throws DictionaryProblem */
export async function readDictionary({ name, files }: DictionaryFiles): Promise<ReadDictionary> {
  const [ifo, index] = [files.get('ifo'), files.get('index')];
  const dict = files.get('dict');
  if (ifo) return readStarDict({ ifo, idx: files.get('idx'), dict, syn: files.get('syn') });
  if (index) return readDictd({ index, dict });
  throw new DictionaryProblem('missing_file', files.has('idx') ? `${name}.ifo` : `${name}.index`);
}

const parts = /^(.+)\.(ifo|idx|syn|dict|index)(?:\.(?:gz|dz))?$/i;

/** The files of one dictionary, which share a base name. */
export interface DictionaryFiles {
  name: string;
  /** By their kind: 'ifo', 'idx', 'syn', 'dict' or 'index'. */
  files: Map<string, File>;
}

/** Groups files by dictionary and drops all others. */
export function groupFiles(files: readonly File[]): DictionaryFiles[] {
  const groups = new Map<string, DictionaryFiles>();
  for (const file of files) {
    const [, name = '', part = ''] = parts.exec(file.name) ?? [];
    if (name === '') continue;
    const group = groups.get(name) ?? { name, files: new Map<string, File>() };
    group.files.set(part.toLowerCase(), file);
    groups.set(name, group);
  }
  return [...groups.values()];
}
