import type { MediaOverlay, Rendition } from '@lectern/shared-contracts/api/bookParts.ts';
import { limits } from '../../limits.ts';
import type { Archive } from '../container/archive.ts';
import type { BookFile, BookFiles } from './bookFiles.ts';
import { OverlayReader } from './overlay.ts';
import type { PackageDocument, SpineReference } from './packageDocument.ts';

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
export const unlistedPage = (file: BookFile): SpineFile => ({
  file,
  page: file.path,
  idref: '',
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

type Layout = NonNullable<Rendition['layout']>;

const layouts = ['reflowable', 'pre-paginated'] as const;
/** 'portrait' is a deprecated alias of 'both'. */
const spreads = ['none', 'landscape', 'portrait', 'both'] as const;
const flows = ['paginated', 'scrolled-doc', 'scrolled-continuous'] as const;
const orientations = ['landscape', 'portrait'] as const;
const sides = ['left', 'right', 'center'] as const;

const oneOf = <Value extends string>(values: readonly Value[], declared: string | null) =>
  values.find((value) => value === declared);

/**
 * The layout of a spine item: its own properties, else those of the package. Of contradicting ones the first wins.
 * @returns null when it does not differ from the book
 */
export function renditionOf(
  source: Pick<PackageDocument, 'spread' | 'flow' | 'orientation' | 'roll'>,
  item: Pick<SpineReference, 'properties'>,
  bookLayout: Layout,
): Rendition | null {
  const declared = (name: string) => {
    const property = item.properties.find((each) => each.startsWith(name));
    return property?.slice(name.length) ?? null;
  };
  const ownLayout = oneOf(layouts, declared('rendition:layout-'));
  const layout = ownLayout === 'pre-paginated' ? 'fixed' : (ownLayout ?? bookLayout);
  const side = oneOf(sides, declared('page-spread-') ?? declared('rendition:page-spread-'));
  const spread = oneOf(spreads, declared('rendition:spread-') ?? source.spread);
  const flow = oneOf(flows, declared('rendition:flow-') ?? source.flow);
  const orientation = oneOf(orientations, declared('rendition:orientation-') ?? source.orientation);
  const centered = item.properties.includes('rendition:align-x-center');
  const rendition: Rendition = {
    ...(layout === bookLayout ? {} : { layout }),
    ...(side ? { side } : {}),
    ...(layout === 'fixed' && spread ? { spread: spread === 'portrait' ? 'both' : spread } : {}),
    ...(layout === 'fixed' && orientation ? { orientation } : {}),
    ...(layout === 'reflowable' && centered ? { align: 'center' } : {}),
    // Fixed-layout pages flow only in a continuous strip.
    ...(layout === 'reflowable' && flow ? { flow } : {}),
    ...(layout === 'fixed' && source.roll ? { flow: 'scrolled-continuous' } : {}),
  };
  return Object.keys(rendition).length > 0 ? rendition : null;
}
