import type { SpineItem, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { limits } from '../limits.ts';
import type { Archive } from './archive.ts';
import type { BookFile, BookFiles } from './bookFiles.ts';
import type { PackageDocument } from './packageDocument.ts';
import type { SpineFile } from './spine.ts';
import { readNav, readNcx, resolveToc } from './tableOfContents.ts';
import { parseXml } from './xml.ts';

export interface Contents {
  toc: TocEntry[];
  /** The navigation document, when the book has one. */
  nav: BookFile | null;
}

/** The table of contents: of the navigation document, else of the NCX. */
export function readContents(
  archive: Archive,
  source: PackageDocument,
  files: BookFiles,
  spine: readonly SpineFile[],
): Contents {
  const spineIndex = new Map(spine.map(({ file }, index) => [file.name, index]));
  const items = [...source.manifest.values()];
  const navFile = files.at(items.find((item) => item.properties.includes('nav'))?.path ?? null);
  const nav = navFile?.kind === 'document' ? navFile : null;
  if (nav) {
    const entries = readNav(parseXml(archive.read(nav.name, limits.packageBytes)));
    const toc = resolveToc(entries, { from: nav.name, files, spineIndex });
    if (toc.length > 0) return { toc, nav };
  }
  const item =
    source.manifest.get(source.ncx ?? '') ??
    items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  const ncx = item?.path ? archive.find(item.path) : null;
  if (ncx === null) return { toc: [], nav };
  const entries = readNcx(parseXml(archive.read(ncx, limits.packageBytes)));
  return { toc: resolveToc(entries, { from: ncx, files, spineIndex }), nav };
}

/** Contents for a book that has none: its chapters by their own headings. */
export function contentsFromSpine(spine: readonly SpineItem[]): TocEntry[] {
  return spine
    .map((item, target) => ({ title: item.title ?? '', href: item.href, target, children: [] }))
    .filter(({ title }) => title !== '');
}
