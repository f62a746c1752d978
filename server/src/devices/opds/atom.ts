import { escapeXml } from '../../intake/ingest/epub/xml/xml.ts';
import { mediaTypeOf } from '../../library/books/fileTypes.ts';
import {
  type CatalogBook,
  coverOf,
  type Feed,
  fileOf,
  furtherFileOf,
  pagesOf,
  progressionOf,
  progressionRel,
  progressionType,
  root,
  stepsOf,
  subjectsOf,
} from './feedModel.ts';
import { hasPageImages } from './pageImages.ts';

const version = `${root}/v1.2`;
const navigationType = 'application/atom+xml;profile=opds-catalog;kind=navigation';
const booksType = 'application/atom+xml;profile=opds-catalog;kind=acquisition';

export const atomTypeOf = ({ content }: Feed) => (content.kind === 'books' ? booksType : navigationType);

/** Formats a feed as OPDS 1.2. Atom elements have no prefix, because some clients compare names literally. */
export function atomFeed(feed: Feed): string {
  const { content, pages } = feed;
  const entries =
    content.kind === 'books'
      ? content.books.map(bookEntry)
      : content.entries.map(({ title, path, count, leadsTo }) => {
          const type = leadsTo === 'books' ? booksType : navigationType;
          return `<entry>${element('title', title)}${element('id', idOf(path))}${element('updated', feed.updated)}<content type="text">${count === null ? '' : `${count}`}</content>${link({ rel: 'subsection', href: version + path, type, count })}</entry>`;
        });
  const counts = pages
    ? element('opensearch:totalResults', String(pages.total)) +
      element('opensearch:itemsPerPage', String(pages.perPage))
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xmlns:opds="http://opds-spec.org/2010/catalog" xmlns:pse="http://vaemendis.net/opds-pse/ns" xmlns:thr="http://purl.org/syndication/thread/1.0" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">${element('id', idOf(feed.path))}${element('title', feed.title)}${element('updated', feed.updated)}<author><name>Lectern</name></author>${counts}${linksOf(feed)}${facetsOf(feed)}${entries.join('\n')}</feed>`;
}

/**
 * OpenSearch 1.1 description.
 * @param origin of the library: templates must be absolute URLs
 */
export const searchDescription = (origin: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Lectern</ShortName><Description>Books by title and author</Description><InputEncoding>UTF-8</InputEncoding><OutputEncoding>UTF-8</OutputEncoding><Url type="${booksType}" template="${escapeXml(origin)}${version}/books?query={searchTerms}"/></OpenSearchDescription>`;

function linksOf(feed: Feed): string {
  const type = atomTypeOf(feed);
  return [
    link({ rel: 'self', href: version + feed.path, type }),
    link({ rel: 'start', href: version, type: navigationType }),
    link({ rel: 'search', href: `${version}/search.xml`, type: 'application/opensearchdescription+xml' }),
    link({ rel: 'search', href: `${version}/books?query={searchTerms}`, type: 'application/atom+xml' }),
    ...stepsOf(feed).map(({ rel, path }) => link({ rel, href: version + path, type })),
  ].join('');
}

function facetsOf({ facets }: Feed): string {
  return facets
    .flatMap((group) =>
      group.facets.map(({ title, path, count, isActive }) =>
        link({
          rel: 'http://opds-spec.org/facet',
          href: version + path,
          type: booksType,
          count,
          title,
          more: ` opds:facetGroup="${escapeXml(group.title)}"${isActive ? ' opds:activeFacet="true"' : ''}`,
        }),
      ),
    )
    .join('');
}

function bookEntry(book: CatalogBook): string {
  const isbn = book.isbn13 ?? book.isbn10;
  return [
    '<entry>',
    element('title', book.title),
    element('id', `urn:uuid:${book.id}`),
    element('updated', book.updated_at),
    // A single author element, because some clients keep only the last.
    book.author ? `<author>${element('name', book.author)}</author>` : '',
    element('dc:language', book.language),
    element('dc:publisher', book.publisher),
    element('dc:issued', book.published),
    element('dc:identifier', isbn && `urn:isbn:${isbn}`),
    ...subjectsOf(book).map(
      (subject) => `<category term="${escapeXml(subject)}" label="${escapeXml(subject)}"/>`,
    ),
    book.description ? `<summary type="text">${escapeXml(book.description)}</summary>` : '',
    link({ rel: 'http://opds-spec.org/image', href: coverOf(book, 'large'), type: 'image/jpeg' }),
    link({ rel: 'http://opds-spec.org/image/thumbnail', href: coverOf(book, 'medium'), type: 'image/jpeg' }),
    link({
      rel: 'http://opds-spec.org/acquisition',
      href: fileOf(book),
      type: mediaTypeOf(book),
      more: ` length="${Number(book.file_size)}"`,
    }),
    ...(book.further ?? []).map((file) =>
      link({
        rel: 'http://opds-spec.org/acquisition',
        href: furtherFileOf(file),
        type: mediaTypeOf(file),
        title: file.file_name,
        more: ` length="${Number(file.file_size)}"`,
      }),
    ),
    link({ rel: progressionRel, href: progressionOf(book), type: progressionType }),
    hasPageImages(book) ? pageStreamOf(book) : '',
    '</entry>',
  ].join('');
}

/** OPDS page streaming extension 1.2; lastRead is one-based. */
function pageStreamOf(book: CatalogBook): string {
  const lastRead = book.current_page > 0 ? ` pse:lastRead="${book.current_page}"` : '';
  const date = book.current_page > 0 && book.last_opened ? ` pse:lastReadDate="${book.last_opened}"` : '';
  return link({
    rel: 'http://vaemendis.net/opds-pse/stream',
    href: pagesOf(book),
    type: 'image/jpeg',
    more: ` pse:count="${book.page_count}"${lastRead}${date}`,
  });
}

const idOf = (path: string) => `urn:lectern:catalog${path.replaceAll(/[^A-Za-z0-9/._~:-]/g, '-')}`;

const element = (name: string, value: string | null) =>
  value ? `<${name}>${escapeXml(value)}</${name}>` : '';

interface Link {
  rel: string;
  href: string;
  type: string;
  title?: string;
  count?: number | null;
  more?: string;
}

function link({ rel, href, type, title, count, more = '' }: Link): string {
  const named = title === undefined ? '' : ` title="${escapeXml(title)}"`;
  const counted = count === undefined || count === null ? '' : ` thr:count="${count}"`;
  return `<link rel="${rel}" href="${escapeXml(href)}" type="${type}"${named}${counted}${more}/>`;
}
