import { AppError } from '../../../../run/common/errors.ts';
import type { Archive } from '../../epub/container/archive.ts';
import { encodePath, extensionOf } from '../../epub/container/paths.ts';
import { escapeXml } from '../../epub/xml/xml.ts';
import { limits, unsafeEpub } from '../../limits.ts';
import { guessLanguage } from '../../metadataValues.ts';
import { markupPage } from './markupPage.ts';
import type { ContentsEntry, Publication, PublicationPage } from './publication.ts';

const packagePath = 'book.opf';
const navPath = 'contents.xhtml';

/** A publication as an archive with the files of an EPUB, so that it is read like one. */
export function publicationArchive(publication: Publication): Archive {
  const files = new Map<string, () => Uint8Array>();
  const add = (path: string, read: () => Uint8Array) => {
    if (!files.has(path)) files.set(path, read);
  };
  const addText = (path: string, text: string) => add(path, () => Buffer.from(text.toWellFormed()));
  addText(packagePath, packageOf(publication));
  addText(navPath, navOf(publication.contents));
  for (const { path, markup } of publication.pages) addText(path, markup);
  for (const { path, read } of publication.resources) add(path, read);
  return {
    get names() {
      return [...files.keys()];
    },
    has: (name) => files.has(name),
    find: (name) => (files.has(name) ? name : null),
    read(name, most = limits.entryBytes) {
      const read = files.get(name);
      if (!read) throw new AppError('book_broken');
      const bytes = read();
      if (bytes.length > most) throw unsafeEpub('size');
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    hide(names) {
      for (const name of names) files.delete(name);
    },
    // What was read is checked by its format.
    verify() {},
    close: () => publication.close?.(),
  };
}

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
};

function packageOf(publication: Publication): string {
  const { pages, resources, cover, direction } = publication;
  const item = (id: string, path: string, mediaType: string, properties = '') =>
    `<item id="${id}" href="${encodePath(path)}" media-type="${mediaType}"${properties && ` properties="${properties}"`}/>`;
  const items = [
    item('nav', navPath, 'application/xhtml+xml', 'nav'),
    ...pages.map(({ path }, i) => item(`page${i}`, path, 'application/xhtml+xml')),
    ...resources.map(({ path }, i) =>
      item(
        `file${i}`,
        path,
        mediaTypes[extensionOf(path)] ?? 'application/octet-stream',
        path === cover ? 'cover-image' : '',
      ),
    ),
  ];
  const references = pages.map(
    ({ linear, alone }, i) =>
      `<itemref idref="page${i}"${linear === false ? ' linear="no"' : ''}${alone ? ' properties="rendition:page-spread-center"' : ''}/>`,
  );
  const progression = direction ? ` page-progression-direction="${direction}"` : '';
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" xmlns:opf="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadataOf(publication)}</metadata>
<manifest>${items.join('\n')}</manifest>
<spine${progression}>${references.join('\n')}</spine>
</package>`;
}

/** UTF-16 units of a value. The reader of the package cuts each to its own length. */
const maxValue = 50_000;
const maxValues = 100;

function metadataOf({ metadata, pages, fixedLayout }: Publication): string {
  const element = (name: string, value: string | undefined, attributes = '') =>
    value?.trim() ? `<dc:${name}${attributes}>${escapeXml(value.slice(0, maxValue))}</dc:${name}>` : '';
  const meta = (name: string, value: string | undefined) =>
    value?.trim() ? `<meta name="${name}" content="${escapeXml(value.slice(0, maxValue))}"/>` : '';
  const { authors = [], subjects = [], isbn } = metadata;
  return [
    element('title', metadata.title),
    ...authors
      .slice(0, maxValues)
      .map(({ name, sorted }) =>
        element('creator', name, sorted ? ` opf:file-as="${escapeXml(sorted.slice(0, maxValue))}"` : ''),
      ),
    element('language', metadata.language ?? languageIn(pages)),
    element('description', metadata.description),
    element('publisher', metadata.publisher),
    element('date', metadata.published),
    ...subjects.slice(0, maxValues).map((subject) => element('subject', subject)),
    element('identifier', isbn && `urn:isbn:${isbn}`),
    meta('calibre:series', metadata.series),
    meta('calibre:series_index', metadata.series && metadata.seriesIndex),
    fixedLayout ? '<meta property="rendition:layout">pre-paginated</meta>' : '',
  ].join('');
}

/** The language of the text, for a file that does not name it. */
function languageIn(pages: readonly PublicationPage[]): string | undefined {
  const sample = pages
    .slice(0, 20)
    .map(({ markup }) => markup.slice(markup.indexOf('<body')).slice(0, 20_000))
    .join(' ');
  return guessLanguage(sample.replace(/<[^>]{0,1000}>/g, ' ')) ?? undefined;
}

function navOf(contents: readonly ContentsEntry[]): string {
  let left: number = limits.tocEntries;
  const list = (entries: readonly ContentsEntry[], depth: number): string => {
    if (entries.length === 0 || depth > limits.tocDepth) return '';
    const items = entries.flatMap(({ title, address, children }) =>
      left-- > 0
        ? [
            `<li><a href="${escapeXml(address)}">${escapeXml(title.slice(0, 1_000))}</a>${list(children, depth + 1)}</li>`,
          ]
        : [],
    );
    return items.length === 0 ? '' : `<ol>${items.join('\n')}</ol>`;
  };
  return markupPage({ body: `<nav epub:type="toc">${list(contents, 0)}</nav>` });
}
