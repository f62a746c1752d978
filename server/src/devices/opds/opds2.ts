import { mediaTypeOf } from '../../library/books/fileTypes.ts';
import {
  type CatalogBook,
  coverOf,
  type Feed,
  fileOf,
  furtherFileOf,
  manifestOf,
  progressionOf,
  progressionRel,
  progressionType,
  root,
  stepsOf,
  subjectsOf,
} from './feedModel.ts';
import { layoutAndAccess, webpubType } from './webpub.ts';

const version = `${root}/v2`;
export const opds2Type = 'application/opds+json';

/** Formats a feed as OPDS 2.0. */
export function opds2Feed(feed: Feed): object {
  const { content, pages, facets } = feed;
  return {
    metadata: {
      title: feed.title,
      modified: feed.updated,
      ...(pages ? { numberOfItems: pages.total, itemsPerPage: pages.perPage, currentPage: pages.page } : {}),
    },
    links: [
      { rel: 'self', href: version + feed.path, type: opds2Type },
      { rel: 'start', href: version, type: opds2Type },
      { rel: 'search', href: `${version}/books{?query}`, type: opds2Type, templated: true },
      ...stepsOf(feed).map(({ rel, path }) => ({ rel, href: version + path, type: opds2Type })),
    ],
    ...(facets.length === 0
      ? {}
      : {
          facets: facets.map((group) => ({
            metadata: { title: group.title },
            links: group.facets.map(({ title, path, count, isActive }) => ({
              ...(isActive ? { rel: 'self' } : {}),
              href: version + path,
              type: opds2Type,
              title,
              ...(count === null ? {} : { properties: { numberOfItems: count } }),
            })),
          })),
        }),
    ...(content.kind === 'books'
      ? { publications: content.books.map(publicationOf) }
      : {
          navigation: content.entries.map(({ title, path, count }) => ({
            title,
            href: version + path,
            type: opds2Type,
            rel: 'subsection',
            ...(count === null ? {} : { properties: { numberOfItems: count } }),
          })),
        }),
  };
}

export const publicationType = 'application/opds-publication+json';

/** A book as an OPDS 2.0 publication. */
export function publicationOf(book: CatalogBook): object {
  const isbn = book.isbn13 ?? book.isbn10;
  const subjects = subjectsOf(book);
  const given = {
    author: book.author,
    language: book.language,
    publisher: book.publisher,
    published: isDate(book.published) ? book.published : null,
    description: book.description,
    subject: subjects.length > 0 ? subjects : null,
    belongsTo: book.series
      ? {
          series: {
            name: book.series,
            ...(book.series_index === null ? {} : { position: book.series_index }),
          },
        }
      : null,
  };
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      title: book.title,
      identifier: isbn ? `urn:isbn:${isbn}` : `urn:uuid:${book.id}`,
      modified: book.updated_at,
      numberOfPages: book.page_count,
      ...layoutAndAccess(book),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
    },
    links: [
      { rel: 'self', href: `${version}/publications/${book.id}`, type: publicationType },
      {
        rel: 'http://opds-spec.org/acquisition',
        href: fileOf(book),
        type: mediaTypeOf(book),
        properties: { size: Number(book.file_size) },
      },
      ...(book.further ?? []).map((file) => ({
        rel: 'http://opds-spec.org/acquisition',
        href: furtherFileOf(file),
        type: mediaTypeOf(file),
        title: file.file_name,
        properties: { size: Number(file.file_size) },
      })),
      ...(book.format === 'epub' ? [{ rel: 'alternate', href: manifestOf(book), type: webpubType }] : []),
      { rel: progressionRel, href: progressionOf(book), type: progressionType },
    ],
    images: [
      { href: coverOf(book, 'large'), type: 'image/jpeg', width: 256, height: 384 },
      { href: coverOf(book, 'medium'), type: 'image/jpeg', width: 192, height: 288 },
    ],
  };
}

/** A year, month or day; dates in books may contain other text. */
const isDate = (text: string | null) => text !== null && /^\d{4}(-\d\d(-\d\d)?)?$/.test(text);
