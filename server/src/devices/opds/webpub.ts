import type { BookAccessibility } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { NamedPlace, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { Id, IdParams } from '@lectern/shared-contracts/api/route.ts';
import { type Static, Type } from '@lectern/shared-contracts/api/type.ts';
import type { FastifyInstance } from 'fastify';
import { userOf } from '../../http/api/authenticate.ts';
import { admitDevice, inRouteQueue } from '../../http/api/inRouteQueue.ts';
import { sendResource } from '../../http/bodies/sendBlob.ts';
import { contentsOf, ownBook, spineOf } from '../../library/books/ownBook.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { BookRow } from '../../store/schema.ts';
import { basicCredentials, requireAppPassword } from '../app-passwords/requireAppPassword.ts';
import { jsonBytes } from './authentication.ts';
import {
  coverOf,
  manifestOf,
  positionsOf,
  progressionOf,
  progressionRel,
  progressionType,
} from './feedModel.ts';

export const webpubType = 'application/webpub+json';
const positionListType = 'application/vnd.readium.position-list+json';

/** Resource URLs are relative to the manifest. */
const contentOf = (href: string) => `content/${href}`;
const pageType = 'application/xhtml+xml';

/**
 * An EPUB as a Readium web publication manifest.
 * @throws AppError not_found, also for a PDF
 */
async function webpubManifest(db: Db, userId: string, bookId: string): Promise<object> {
  const book = await ownEpub(db, userId, bookId);
  const spine = await spineOf(db, bookId);
  const { toc, landmarks, page_list: pageList } = await contentsOf(db, bookId);
  const pages = new Set(spine.map(({ href }) => decodeURI(href)));
  const resources = await db
    .selectFrom('resources')
    .select(['path', 'media_type'])
    .where('book_id', '=', bookId)
    .orderBy('path')
    .execute();
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'http://schema.org/Book',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      title: book.title,
      identifier: `urn:uuid:${book.id}`,
      modified: book.updated_at,
      readingProgression: book.direction,
      ...layoutAndAccess(book),
      ...(book.author ? { author: book.author } : {}),
      ...(book.language ? { language: book.language } : {}),
    },
    links: [
      { rel: 'self', href: manifestOf(book), type: webpubType },
      { rel: 'http://readium.org/position-list', href: positionsOf(book), type: positionListType },
      { rel: progressionRel, href: progressionOf(book), type: progressionType },
      { rel: 'cover', href: coverOf(book, 'large'), type: 'image/jpeg' },
    ],
    readingOrder: spine
      .filter(({ linear }) => linear === 1)
      .map(({ href, title }) => ({ href: contentOf(href), type: pageType, ...(title ? { title } : {}) })),
    resources: resources
      .filter(({ path }) => !pages.has(path))
      .map(({ path, media_type }) => ({ href: contentOf(encodeURI(path)), type: media_type })),
    ...(toc.length === 0 ? {} : { toc: toc.map(tocLink) }),
    ...(landmarks?.length ? { landmarks: landmarks.map(placeLink) } : {}),
    ...(pageList?.length ? { pageList: pageList.map(placeLink) } : {}),
  };
}

const placeLink = ({ title, href }: NamedPlace) => ({ title, href: contentOf(href) });

function tocLink({ title, href, children }: TocEntry): object {
  return {
    title,
    // A heading without a link has no URL.
    ...(href === null ? {} : { href: contentOf(href) }),
    ...(children.length === 0 ? {} : { children: children.map(tocLink) }),
  };
}

/**
 * The position list of an EPUB, with 1,024 characters per position.
 * @throws AppError not_found
 */
async function positionList(db: Db, userId: string, bookId: string): Promise<object> {
  const book = await ownEpub(db, userId, bookId);
  const spine = await spineOf(db, bookId);
  const total = book.page_count;
  const positions = spine.flatMap(({ href, title, first_position, positions: count }) =>
    Array.from({ length: count }, (_, at) => ({
      href: contentOf(href),
      type: pageType,
      ...(title ? { title } : {}),
      locations: {
        position: first_position + at,
        progression: at / count,
        totalProgression: (first_position - 1 + at) / Math.max(1, total),
      },
    })),
  );
  return { total: positions.length, positions };
}

async function ownEpub(db: Db, userId: string, bookId: string): Promise<BookRow> {
  const book = await ownBook(db, userId, bookId);
  if (book.format !== 'epub') throw new AppError('not_found');
  return book;
}

/** Layout and accessibility of a book, as metadata of a web publication and of OPDS 2.0. */
export function layoutAndAccess({
  format,
  layout,
  accessibility,
}: Pick<BookRow, 'format' | 'layout' | 'accessibility'>): object {
  return {
    layout: format === 'pdf' || layout === 'fixed' ? 'fixed' : 'reflowable',
    ...(accessibility === null ? {} : { accessibility: accessOf(JSON.parse(accessibility)) }),
  };
}

function accessOf(access: BookAccessibility): object {
  const certification = {
    certifiedBy: access.certified_by,
    credential: access.certifier_credential,
    report: access.certifier_report,
  };
  const given = {
    // Only URLs are allowed here; files often have a text.
    conformsTo: access.conforms_to.filter((standard) => /^https?:/.test(standard)),
    certification: Object.fromEntries(Object.entries(certification).filter(([, value]) => value)),
    summary: access.summary,
    accessMode: access.modes,
    accessModeSufficient: access.sufficient.map((modes) => modes.split(',')),
    feature: access.features,
    hazard: access.hazards,
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && Object.keys(value).length > 0),
  );
}

const ContentParams = Type.Object({ id: Id, '*': Type.String({ maxLength: 2_000 }) });
const about = {
  tags: ['opds'],
  security: [{ appPassword: [] }],
  response: { 200: { type: 'string', format: 'binary' } },
} as const;

/** Routes for EPUBs as Readium web publications: manifest, positions and resources. `app` is registered at /opds. */
export function registerWebpub(app: FastifyInstance, services: Services): void {
  const onRequest = requireAppPassword(services, 'read', basicCredentials);
  const { db } = services;
  for (const { name, summary, type, make } of [
    {
      name: 'manifest.json',
      summary: 'An EPUB as a web publication',
      type: webpubType,
      make: webpubManifest,
    },
    { name: 'positions.json', summary: 'Positions of an EPUB', type: positionListType, make: positionList },
  ])
    app.get<{ Params: Static<typeof IdParams> }>(
      `/books/:id/${name}`,
      { schema: { ...about, summary, params: IdParams }, onRequest },
      async (request, reply) => {
        const work = () => make(db, userOf(request).id, request.params.id);
        const made = await inRouteQueue({ services, request, reply, cost: 'any' }, work);
        return reply.header('cache-control', 'no-store').type(type).send(jsonBytes(made));
      },
    );

  app.get<{ Params: Static<typeof ContentParams> }>(
    '/books/:id/content/*',
    {
      schema: { ...about, summary: 'A resource of an EPUB, made harmless', params: ContentParams },
      onRequest,
    },
    async (request, reply) => {
      const { id, '*': path } = request.params;
      await admitDevice(services, request, reply);
      const book = await ownBook(db, userOf(request).id, id);
      return sendResource(services, request, reply, { book, path });
    },
  );
}
