import type { NamedPlace, SpineItem, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { limits } from '../../limits.ts';
import type { Archive } from '../container/archive.ts';
import type { BookFile, BookFiles } from '../package/bookFiles.ts';
import type { PackageDocument } from '../package/packageDocument.ts';
import { type SpineFile, unlistedPage } from '../package/spine.ts';
import { parseXml } from '../xml/xml.ts';
import { readNav, readNcx, readNcxPages, resolvePlaces, resolveToc } from './tableOfContents.ts';

export interface Contents {
  toc: TocEntry[];
  landmarks: NamedPlace[];
  /** Page list of the printed edition. */
  pageList: NamedPlace[];
  /** The navigation document, if the book has one. */
  nav: BookFile | null;
}

/**
 * Reads table of contents, landmarks and page list: from the navigation document, else from the NCX and the guide.
 * @param spine gets the pages that only the table of contents leads to
 */
export function readContents(
  archive: Archive,
  source: PackageDocument,
  files: BookFiles,
  spine: SpineFile[],
): Contents {
  const spineIndex = new Map(spine.map(({ file }, index) => [file.name, index]));
  const items = [...source.manifest.values()];
  const navFile = files.at(items.find((item) => item.properties.includes('nav'))?.path ?? null);
  const nav = navFile?.kind === 'document' ? navFile : null;
  const lists = nav ? readNav(parseXml(archive.read(nav.name, limits.packageBytes))) : null;
  const addPage = (file: BookFile) => {
    if (file.kind !== 'document' || file === nav || spine.length >= limits.spineItems) return undefined;
    spineIndex.set(file.name, spine.length);
    return spine.push(unlistedPage(file, files)) - 1;
  };
  const ofNav = { from: nav?.name ?? '', files, spineIndex, addPage };
  const tocOfNav = lists ? resolveToc(lists.toc, ofNav) : [];
  const landmarks = lists ? resolvePlaces(lists.landmarks, ofNav) : [];
  const pagesOfNav = lists ? resolvePlaces(lists.pageList, ofNav) : [];
  const ofPackage = { from: source.path, files, spineIndex, addPage };
  const guide = source.guideEntries.map((entry) => ({ ...entry, children: [] }));
  const contents = {
    toc: tocOfNav,
    landmarks: landmarks.length > 0 ? landmarks : resolvePlaces(guide, ofPackage),
    pageList: pagesOfNav,
    nav,
  };
  if (tocOfNav.length > 0) return contents;
  const item =
    source.manifest.get(source.ncx ?? '') ??
    items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  const ncx = item?.path ? archive.find(item.path) : null;
  if (ncx === null) return contents;
  const root = parseXml(archive.read(ncx, limits.packageBytes));
  const ofNcx = { from: ncx, files, spineIndex, addPage };
  return {
    ...contents,
    toc: resolveToc(readNcx(root), ofNcx),
    pageList: pagesOfNav.length > 0 ? pagesOfNav : resolvePlaces(readNcxPages(root), ofNcx),
  };
}

/** Builds a table of contents from the headings of the chapters. */
export function contentsFromSpine(spine: readonly SpineItem[]): TocEntry[] {
  return spine
    .map((item, target) => ({ title: item.title ?? '', href: item.href, target, children: [] }))
    .filter(({ title }) => title !== '');
}
