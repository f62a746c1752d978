import { buffer } from 'node:stream/consumers';
import { StatusWord } from '@lectern/shared-contracts/api/books.ts';
import { Id, IdParams, Text } from '@lectern/shared-contracts/api/route.ts';
import { type Static, Type } from '@lectern/shared-contracts/api/type.ts';
import { normalizeStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { userOf } from '../../http/api/authenticate.ts';
import { admitDevice, inRouteQueue } from '../../http/api/inRouteQueue.ts';
import { sendBlob } from '../../http/bodies/sendBlob.ts';
import { accepted } from '../../http/headers/accepted.ts';
import { attachment } from '../../http/routing/contentDisposition.ts';
import { ownAddressOf } from '../../http/routing/ownOrigin.ts';
import { lastCoverVersion } from '../../library/books/bookAddresses.ts';
import { ownFurtherFile, refOf } from '../../library/books/bookFiles.ts';
import { mediaTypeOf } from '../../library/books/fileTypes.ts';
import { ownBook, ownBookWithFile } from '../../library/books/ownBook.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { type Blobs, blobKeys, throwNotFound } from '../../store/blobs/blobs.ts';
import { basicCredentials, requireAppPassword } from '../app-passwords/requireAppPassword.ts';
import { atomFeed, atomTypeOf, searchDescription } from './atom.ts';
import { authenticationDocument, authenticationType, jsonBytes, sendCatalogError } from './authentication.ts';
import { type Feed, withFurtherFiles } from './feedModel.ts';
import { bookFeed, collectionFeed, type FeedContext, nameFeed, nameFeeds, rootFeed } from './feeds.ts';
import { opds2Feed, opds2Type, publicationOf, publicationType } from './opds2.ts';
import { pageImage } from './pageImages.ts';
import { registerProgression } from './progression.ts';
import { registerWebpub } from './webpub.ts';

type Version = 'v1.2' | 'v2';

const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }));
const Pages = Type.Object({ page: Page });
const BookQuery = Type.Object({
  page: Page,
  view: Type.Optional(Type.Literal('continue')),
  status: Type.Optional(StatusWord),
  author: Type.Optional(Text(1_000)),
  series: Type.Optional(Text(500)),
  subject: Type.Optional(Text(200)),
  tag: Type.Optional(Text(60)),
  collection: Type.Optional(Id),
  query: Type.Optional(Text(400)),
  order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('title')])),
});
const FileParams = Type.Object({ id: Id, file: Id });
const PageParams = Type.Object({ id: Id, page: Type.Integer({ minimum: 0, maximum: 1_000_000 }) });
/** In pixels, clamped to the supported range. */
const PageWidth = Type.Object({ width: Type.Optional(Type.Integer({ minimum: 1, default: 1_200 })) });
const CoverParams = Type.Object({
  id: Id,
  version: Type.Integer({ minimum: 1, maximum: lastCoverVersion }),
  size: Type.Union([Type.Literal('large.jpg'), Type.Literal('medium.jpg')]),
});

/**
 * The user's books at /opds as OPDS 1.2 and 2.0: feeds, JPEG covers, and the uploaded files; see docs/devices.md.
 * HEAD works wherever GET does. Feeds have no Last-Modified, because it is not known exactly.
 */
export function registerOpds(app: FastifyInstance, services: Services): void {
  app.setErrorHandler(async (error, request, reply) => sendCatalogError(services, request, reply, error));
  const onRequest = requireAppPassword(services, 'read', basicCredentials);
  app.setNotFoundHandler({ preHandler: onRequest }, async () => {
    throw new AppError('not_found');
  });

  app.get(
    '/authentication',
    { schema: schemaOf('How to sign in to the catalog', { open: true }) },
    (request, reply) =>
      reply
        .type(authenticationType)
        .send(jsonBytes(authenticationDocument(ownAddressOf(request, services.config)))),
  );

  app.get(
    '/',
    { schema: schemaOf('The catalog, in the version that is accepted'), onRequest },
    (request, reply) =>
      sendFeed(services, request, reply, prefersOpds2(request) ? 'v2' : 'v1.2', async (context) =>
        rootFeed(context),
      ),
  );

  for (const version of ['v1.2', 'v2'] as const) registerFeeds(app, services, version);
  registerBookFiles(app, services);
  registerProgression(app, services);
  registerWebpub(app, services);

  app.get(
    '/v1.2/search.xml',
    { schema: schemaOf('How a search is written (OpenSearch)', { open: true }) },
    (request, reply) =>
      reply
        .type('application/opensearchdescription+xml')
        .send(searchDescription(ownAddressOf(request, services.config))),
  );

  app.get<{ Params: Static<typeof IdParams> }>(
    '/v2/publications/:id',
    { schema: { ...schemaOf('One book of the catalog'), params: IdParams }, onRequest },
    async (request, reply) => {
      const book = await ownBookWithFile(services.db, userOf(request).id, request.params.id);
      const [further] = await withFurtherFiles(services.db, [{ id: book.id }]);
      return reply
        .header('cache-control', 'no-store')
        .type(publicationType)
        .send(jsonBytes(publicationOf({ ...book, ...further })));
    },
  );
}

/** The file of a book, its cover, and pages of PDFs and comics as images (page streaming extension 1.2). */
function registerBookFiles(app: FastifyInstance, services: Services): void {
  const onRequest = requireAppPassword(services, 'read', basicCredentials);

  app.get<{ Params: Static<typeof IdParams> }>(
    '/books/:id/file',
    { schema: { ...schemaOf('The file as it was uploaded; ranges work'), params: IdParams }, onRequest },
    async (request, reply) => {
      await admitDevice(services, request, reply);
      const book = await ownBookWithFile(services.db, userOf(request).id, request.params.id);
      reply.header('content-disposition', attachment(book.file_name));
      return sendBlob(services.blobs, request, reply, {
        key: blobKeys.original(book),
        start: 0,
        length: Number(book.file_size),
        mediaType: mediaTypeOf(book),
        encoding: 'identity',
        tag: book.sha256?.slice(0, 24) ?? book.id,
        content: `file-${book.sha256 ?? book.id}`,
      });
    },
  );

  app.get<{ Params: Static<typeof FileParams> }>(
    '/books/:id/files/:file',
    { schema: { ...schemaOf('Another file of a book; ranges work'), params: FileParams }, onRequest },
    async (request, reply) => {
      await admitDevice(services, request, reply);
      const { id, file: fileId } = request.params;
      const file = await ownFurtherFile(services.db, userOf(request).id, { id: fileId, bookId: id });
      reply.header('content-disposition', attachment(file.file_name));
      return sendBlob(services.blobs, request, reply, {
        key: blobKeys.original(refOf(file)),
        start: 0,
        length: Number(file.file_size),
        mediaType: mediaTypeOf(file),
        encoding: 'identity',
        tag: file.sha256.slice(0, 24),
        content: `file-${file.sha256}`,
      });
    },
  );

  app.get<{ Params: Static<typeof CoverParams> }>(
    '/books/:id/cover/:version/:size',
    { schema: { ...schemaOf('A cover as JPEG'), params: CoverParams }, onRequest },
    async (request, reply) => {
      const { id, version, size } = request.params;
      await ownBook(services.db, userOf(request).id, id);
      const work = () => jpegCover(services.blobs, id, version, size === 'large.jpg' ? 'large' : 'medium');
      const jpeg = await inRouteQueue({ services, request, reply, cost: 'any' }, work);
      return reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .type('image/jpeg')
        .send(jpeg);
    },
  );

  app.get<{ Params: Static<typeof PageParams>; Querystring: Static<typeof PageWidth> }>(
    '/books/:id/pages/:page',
    {
      schema: { ...schemaOf('A page as JPEG, counted from 0'), params: PageParams, querystring: PageWidth },
      onRequest,
    },
    async (request, reply) => {
      const { id, page } = request.params;
      const width = Math.min(2_000, Math.max(200, request.query.width ?? 1_200));
      const user = userOf(request).id;
      const book = await ownBook(services.db, user, id);
      const work = () => pageImage(services, user, book, { page: page + 1, width });
      const jpeg = await inRouteQueue({ services, request, reply, cost: 'any' }, work);
      return reply.header('cache-control', 'private, max-age=86400').type('image/jpeg').send(jpeg);
    },
  );
}

function registerFeeds(app: FastifyInstance, services: Services, version: Version): void {
  const onRequest = requireAppPassword(services, 'read', basicCredentials);
  const name = version === 'v2' ? 'OPDS 2.0' : 'OPDS 1.2';

  app.get(`/${version}`, { schema: schemaOf(`The catalog (${name})`), onRequest }, (request, reply) =>
    sendFeed(services, request, reply, version, async (context) => rootFeed(context)),
  );

  for (const kind of ['authors', 'series', 'subjects', 'tags'] as const)
    app.get<{ Querystring: Static<typeof Pages> }>(
      `/${version}/${kind}`,
      { schema: { ...schemaOf(`${nameFeeds[kind].title} (${name})`), querystring: Pages }, onRequest },
      (request, reply) =>
        sendFeed(services, request, reply, version, (context) =>
          nameFeed(context, kind, request.query.page ?? 1),
        ),
    );

  app.get(
    `/${version}/collections`,
    { schema: schemaOf(`Collections (${name})`), onRequest },
    (request, reply) => sendFeed(services, request, reply, version, collectionFeed),
  );

  app.get<{ Querystring: Static<typeof BookQuery> }>(
    `/${version}/books`,
    { schema: { ...schemaOf(`Books, by filters or a search (${name})`), querystring: BookQuery }, onRequest },
    (request, reply) => {
      const { page = 1, status, ...filters } = request.query;
      const filter = { ...filters, status: status && normalizeStatus(status) };
      return sendFeed(services, request, reply, version, (context) => bookFeed(context, filter, page));
    },
  );
}

async function sendFeed(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  version: Version,
  make: (context: FeedContext) => Promise<Feed>,
): Promise<FastifyReply> {
  const context = { db: services.db, userId: userOf(request).id, now: services.now() };
  const feed = await inRouteQueue({ services, request, reply, cost: 'any' }, () => make(context));
  reply.header('cache-control', 'no-store').header('vary', 'accept, authorization');
  return version === 'v2'
    ? reply.type(opds2Type).send(jsonBytes(opds2Feed(feed)))
    : reply.type(atomTypeOf(feed)).send(atomFeed(feed));
}

/** Atom is the default, since older clients do not send an Accept header. */
const prefersOpds2 = ({ headers }: FastifyRequest) =>
  accepted(headers.accept).find((type) => type === opds2Type || type === 'application/atom+xml') ===
  opds2Type;

function schemaOf(summary: string, { open = false } = {}): FastifySchema {
  return {
    summary,
    tags: ['opds'],
    security: open ? [] : [{ appPassword: [] }],
    response: { 200: { type: 'string', format: 'binary' } },
  };
}

/**
 * A cover as JPEG, for devices without WebP support.
 * @throws AppError not_found
 */
async function jpegCover(
  blobs: Blobs,
  bookId: string,
  version: number,
  size: 'large' | 'medium',
): Promise<Buffer> {
  const webp = await blobs.read(blobKeys.cover(bookId, version, size)).then(buffer, throwNotFound);
  // Loaded when the first device asks.
  const { default: sharp } = await import('sharp');
  return sharp(webp).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer();
}
