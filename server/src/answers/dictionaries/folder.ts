import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { languagesOfName } from '@lectern/shared-contracts/domain/dictionary/dictionaryLanguages.ts';
import { asRegularFile } from '../../run/common/openRegularFile.ts';

/** The files of a dictionary on disk. */
export interface DictionarySource {
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
