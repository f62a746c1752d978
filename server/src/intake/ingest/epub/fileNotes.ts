import type { FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { SpineItem } from '@lectern/shared-contracts/api/books.ts';
import type { Archive } from './container/archive.ts';
import type { PackageDocument } from './package/packageDocument.ts';
import type { SpineFile } from './package/spine.ts';

/** Notes on content that cannot be shown or played as intended. */
export function notesOf({
  archive,
  source,
  spine,
  items,
}: {
  archive: Archive;
  source: PackageDocument;
  spine: readonly SpineFile[];
  items: readonly SpineItem[];
}): FileNote[] {
  const manifest = [...source.manifest.values()];
  const counts: Record<FileNote['kind'], number> = {
    malformed: items.filter(({ malformed }) => malformed).length,
    scripts: manifest.filter(({ properties }) => properties.includes('scripted')).length,
    missing: manifest.filter(({ path }) => path !== null && archive.find(path) === null).length,
    sound: spine.reduce((sum, { brokenClips }) => sum + brokenClips, 0),
  };
  return (Object.keys(counts) as FileNote['kind'][]).flatMap((kind) =>
    counts[kind] > 0 ? [{ kind, count: counts[kind] }] : [],
  );
}
