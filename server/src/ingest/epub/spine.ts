import type { BookFile, BookFiles } from './bookFiles.ts';
import type { PackageDocument } from './packageDocument.ts';

/** A chapter as it will be served. */
export interface SpineFile {
  file: BookFile;
  /** Path of the page: of the file itself, or of what is put around a drawing or picture. */
  page: string;
  idref: string;
  linear: boolean;
  properties: readonly string[];
}

/** What the reader turns through, in order: what is missing, doubled or not to be shown is left out. */
export function readSpine(pack: PackageDocument, files: BookFiles): SpineFile[] {
  const spine: SpineFile[] = [];
  const seen = new Set<string>();
  for (const reference of pack.spine) {
    const file = showable(pack, files, reference.idref);
    if (!file || seen.has(file.name)) continue;
    seen.add(file.name);
    spine.push({
      file,
      page: file.kind === 'document' ? file.path : files.givePage(file),
      idref: reference.idref,
      linear: reference.linear,
      properties: reference.properties.filter((property) =>
        /^(page-spread-|rendition:)[a-z-]+$/.test(property),
      ),
    });
  }
  return spine;
}

/** The item, or the first of its fallbacks that a browser can show. */
function showable(pack: PackageDocument, files: BookFiles, idref: string): BookFile | null {
  const tried = new Set<string>();
  for (let id: string | null = idref; id !== null && !tried.has(id); ) {
    tried.add(id);
    const item = pack.manifest.get(id);
    const file = item ? files.at(item.path) : null;
    if (file && (file.kind === 'document' || file.kind === 'drawing' || file.kind === 'picture')) return file;
    id = item?.fallback ?? null;
  }
  return null;
}
