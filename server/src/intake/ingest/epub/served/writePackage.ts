import type { TocEntry } from '@lectern/shared-contracts/api/books.ts';
import type { BookMetadata } from '../../ingestedBook.ts';
import { relativeAddress } from '../container/paths.ts';
import { escapeXml } from '../xml/xml.ts';

export interface ServedItem {
  id: string;
  path: string;
  mediaType: string;
  properties: readonly string[];
}

export interface ServedPackage {
  /** Path of the package document in the book. */
  path: string;
  metadata: BookMetadata;
  layout: 'reflowable' | 'fixed';
  direction: 'ltr' | 'rtl';
  items: readonly ServedItem[];
  spine: readonly { idref: string; linear: boolean; properties: readonly string[] }[];
  /** Manifest id of the NCX, when there is no other table of contents. */
  ncx: string | null;
}

/**
 * Writes the package document for the client, with only what it needs, in the order that CFIs count by. It always
 * declares the layout, because epub.js otherwise requests another file before it opens the book.
 */
export function writePackage(pack: ServedPackage): string {
  const { metadata } = pack;
  const items = pack.items.map(
    (item) =>
      `<item id="${escapeXml(item.id)}" href="${escapeXml(relativeAddress(pack.path, item.path))}" media-type="${escapeXml(item.mediaType)}"${words('properties', item.properties)}/>`,
  );
  const spine = pack.spine.map(
    (item) =>
      `<itemref idref="${escapeXml(item.idref)}"${item.linear ? '' : ' linear="no"'}${words('properties', item.properties)}/>`,
  );
  const ncx = pack.ncx === null ? '' : ` toc="${escapeXml(pack.ncx)}"`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">',
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">book</dc:identifier>',
    `<dc:title>${escapeXml(metadata.title)}</dc:title><dc:creator>${escapeXml(metadata.author)}</dc:creator>`,
    `<dc:language>${escapeXml(metadata.language ?? 'und')}</dc:language>`,
    `<meta property="rendition:layout">${pack.layout === 'fixed' ? 'pre-paginated' : 'reflowable'}</meta></metadata>`,
    `<manifest>${items.join('')}</manifest>`,
    `<spine${ncx} page-progression-direction="${pack.direction}">${spine.join('')}</spine></package>`,
  ].join('');
}

const words = (name: string, values: readonly string[]) =>
  values.length > 0 ? ` ${name}="${escapeXml(values.join(' '))}"` : '';

/**
 * Writes a new NCX from the table of contents.
 * @param from its path in the book
 */
export function writeNcx(toc: readonly TocEntry[], title: string, from: string): string {
  let order = 0;
  const depth = from.split('/').length - 1;
  const point = (entry: TocEntry): string => {
    order++;
    const source =
      entry.href === null ? '' : `<content src="${escapeXml('../'.repeat(depth) + entry.href)}"/>`;
    return `<navPoint id="n${order}" playOrder="${order}"><navLabel><text>${escapeXml(entry.title)}</text></navLabel>${source}${entry.children.map(point).join('')}</navPoint>`;
  };
  return `<?xml version="1.0" encoding="utf-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><docTitle><text>${escapeXml(title)}</text></docTitle><navMap>${toc.map(point).join('')}</navMap></ncx>`;
}

export const writeContainer = (packagePath: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="${escapeXml(packagePath)}" media-type="application/oebps-package+xml"/></rootfiles></container>`;
