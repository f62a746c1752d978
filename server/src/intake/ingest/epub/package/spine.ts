import type { MediaOverlay } from '@lectern/shared-contracts/api/mediaOverlay.ts';
import { limits } from '../../limits.ts';
import type { Archive } from '../container/archive.ts';
import type { BookFile, BookFiles } from './bookFiles.ts';
import { OverlayReader } from './overlay.ts';
import type { PackageDocument } from './packageDocument.ts';

/** A chapter as served. */
export interface SpineFile {
  file: BookFile;
  /** Path of the page: the file itself, or the wrapper of a drawing or picture. */
  page: string;
  idref: string;
  linear: boolean;
  properties: readonly string[];
  overlay: MediaOverlay | null;
  /** Clips of its media overlay that were dropped or are spoken by the browser's voice. */
  brokenClips: number;
}

/** The spine in order, without items that are missing or cannot be shown. */
export function readSpine(archive: Archive, pack: PackageDocument, files: BookFiles): SpineFile[] {
  const spine: SpineFile[] = [];
  const overlays = new OverlayReader(archive, pack, files);
  for (const reference of pack.spine.slice(0, limits.spineItems)) {
    const file = showable(pack, files, reference.idref);
    if (!file) continue;
    const { path } = pack.manifest.get(reference.idref) ?? { path: null };
    if (files.at(path) !== file) files.showInstead(path, file);
    // Some tools list the sections of a file after the file itself, which would repeat it.
    const isFragment = pack.manifest.get(reference.idref)?.isFragment === true;
    if (isFragment && spine.some((earlier) => earlier.file === file)) continue;
    spine.push({
      file,
      page: file.kind === 'document' ? file.path : files.givePage(file),
      idref: reference.idref,
      linear: reference.linear,
      ...overlays.of({ idref: reference.idref, file }),
      properties: reference.properties.filter((property) =>
        /^(page-spread-|rendition:)[a-z-]+$/.test(property),
      ),
    });
  }
  return spine;
}

/** The number of files in the spine that are of a kind that cannot be shown, like all of their fallbacks. */
export function countUnshown(archive: Archive, pack: PackageDocument, files: BookFiles): number {
  const unshown = pack.spine
    .filter(({ idref }) => !showable(pack, files, idref))
    .map(({ idref }) => archive.find(pack.manifest.get(idref)?.path ?? ''));
  return new Set(unshown.filter((name) => name !== null)).size;
}

/** A page that the book leads to but does not list: it comes after the others, and aside. */
export const unlistedPage = (file: BookFile, files: BookFiles): SpineFile => ({
  file,
  page: file.path,
  idref: files.idOf(file),
  linear: false,
  overlay: null,
  brokenClips: 0,
  properties: [],
});

/**
 * The item, or its first fallback that browsers can show. Scripts are not run, so a scripted item is shown only when
 * it has no other fallback.
 */
function showable(pack: PackageDocument, files: BookFiles, idref: string): BookFile | null {
  const tried = new Set<string>();
  let scripted: BookFile | null = null;
  for (let id: string | null = idref; id !== null && !tried.has(id) && tried.size < limits.fallbacks; ) {
    tried.add(id);
    const item = pack.manifest.get(id);
    const file = item ? files.at(item.path) : null;
    if (file && (file.kind === 'document' || file.kind === 'drawing' || file.kind === 'picture')) {
      if (!item?.properties.includes('scripted')) return file;
      scripted ??= file;
    }
    id = item?.fallback ?? null;
  }
  return scripted;
}
