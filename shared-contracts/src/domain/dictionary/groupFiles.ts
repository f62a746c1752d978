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
