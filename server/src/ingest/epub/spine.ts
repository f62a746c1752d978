import type { MediaOverlay } from '@lectern/shared-contracts/api/mediaOverlay.ts';
import type { Archive } from './archive.ts';
import type { BookFile, BookFiles } from './bookFiles.ts';
import { OverlayReader } from './overlay.ts';
import type { PackageDocument } from './packageDocument.ts';

/** A chapter as it will be served. */
export interface SpineFile {
  file: BookFile;
  /** Path of the page: of the file itself, or of what is put around a drawing or picture. */
  page: string;
  idref: string;
  linear: boolean;
  properties: readonly string[];
  overlay: MediaOverlay | null;
  /** Pieces of its media overlay that are left out, or spoken by a voice. */
  brokenClips: number;
}

/** What the reader turns through, in order; what is missing or cannot be shown is left out. */
export function readSpine(archive: Archive, pack: PackageDocument, files: BookFiles): SpineFile[] {
  const spine: SpineFile[] = [];
  const overlays = new OverlayReader(archive, pack, files);
  for (const reference of pack.spine) {
    const file = showable(pack, files, reference.idref);
    if (!file) continue;
    // Some programs list the sections of a file after the file: each would be the whole of it again.
    const isPlace = pack.manifest.get(reference.idref)?.isPlace === true;
    if (isPlace && spine.some((earlier) => earlier.file === file)) continue;
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

/**
 * The item, or the first of its fallbacks that a browser can show. Scripts do not run: an item that needs them is shown
 * only when it has no fallback without.
 */
function showable(pack: PackageDocument, files: BookFiles, idref: string): BookFile | null {
  const tried = new Set<string>();
  let scripted: BookFile | null = null;
  for (let id: string | null = idref; id !== null && !tried.has(id); ) {
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
