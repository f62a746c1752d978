import { readDictd } from './dictd.ts';
import { DictionaryProblem } from './dictionaryProblem.ts';
import type { DictionaryFiles } from './groupFiles.ts';
import { type ReadDictionary, readStarDict } from './stardict.ts';

/** @throws DictionaryProblem */
export async function readDictionary({ name, files }: DictionaryFiles): Promise<ReadDictionary> {
  const [ifo, index] = [files.get('ifo'), files.get('index')];
  const dict = files.get('dict');
  if (ifo) return readStarDict({ ifo, idx: files.get('idx'), dict, syn: files.get('syn') });
  if (index) return readDictd({ index, dict });
  throw new DictionaryProblem('missing_file', files.has('idx') ? `${name}.ifo` : `${name}.index`);
}
