import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { IdParams } from '@lectern/shared-contracts/api/route.ts';
import type { Static } from '@lectern/shared-contracts/api/type.ts';
import { decodeUri } from '@lectern/shared-contracts/domain/decodeUri.ts';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { userOf } from '../../http/api/authenticate.ts';
import { inRouteQueue } from '../../http/api/inRouteQueue.ts';
import { recordError } from '../../http/errors/errors.ts';
import { clampTimestamp } from '../../http/routing/deviceClock.ts';
import type { SignedInUser } from '../../http/routing/route.ts';
import { ownBook, spineOf } from '../../library/books/ownBook.ts';
import { savePlace, storedPlace } from '../../library/books/savePlace.ts';
import type { Services } from '../../run/services/services.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import { tryAgain } from '../../store/engine.ts';
import type { BookRow, ProgressTable } from '../../store/schema.ts';
import { basicCredentials, requireAppPassword } from '../app-passwords/requireAppPassword.ts';
import { findSyncDocuments, type SyncDocument, saveSyncDocument } from '../kosync/syncDocuments.ts';
import {
  type BookPlace,
  deviceProgressOf,
  placeInChapter,
  placeOfDevice,
  placeOfShare,
} from '../xpointer/bookPlaces.ts';
import { offsetOfXPointer } from '../xpointer/resolveXPointer.ts';
import { wordPattern } from '../xpointer/words.ts';
import { jsonBytes, sendCatalogError, sendProblem } from './authentication.ts';
import { Progression, progressionType } from './feedModel.ts';

type Place = ProgressTable;

/**
 * Key under which a device's references are stored; it contains a space, so that it cannot clash with a document of
 * KOReader.
 */
const documentOf = (bookId: string) => `opds ${bookId}`;

/**
 * The position in a book; null when there is none.
 * @throws AppError not_found
 */
async function readProgression(
  services: Services,
  user: SignedInUser,
  bookId: string,
): Promise<Progression | null> {
  const book = await ownBook(services.db, user.id, bookId);
  const place = await storedPlace(services.db, user.id, bookId);
  if (place === undefined) return null;
  const reported = await findSyncDocuments(services.db, user.id, documentOf(bookId));
  const latest = reported.find(({ place_at }) => place_at === place.updated_at);
  return progressionOf(services, book, place, latest);
}

interface SavedProgression {
  /** 'older': a newer position is already stored. */
  outcome: 'created' | 'updated' | 'older';
  stored: Progression;
}

/**
 * Stores a position, unless the stored one is newer.
 * @throws AppError not_found
 */
async function saveProgression(
  services: Services,
  user: SignedInUser,
  bookId: string,
  reported: Progression,
): Promise<SavedProgression> {
  const readBook = await ownBook(services.db, user.id, bookId);
  const place = await placeOfProgression(services, readBook, reported);
  const modified = clampTimestamp(reported.modified, services.now());
  const { saved, document } = await tryAgain(services.engine, () =>
    changeAndNotify(services, user.id, ['places'], async (db) => {
      const book = await ownBook(db, user.id, bookId);
      const saved = await savePlace(db, services, user, book, {
        current_page: place?.current_page ?? 0,
        total_pages: book.page_count,
        percentage: place?.percentage ?? reported.progression * 100,
        position: place?.position ?? null,
        device: reported.device.name.slice(0, 100),
        updated_at: modified,
        wins: (stored) => modified >= stored.updated_at,
      });
      const document: SyncDocument = {
        user_id: user.id,
        document: documentOf(bookId),
        app_password_id: user.sessionId,
        progress: JSON.stringify(reported.references ?? null),
        percentage: reported.progression,
        device: reported.device.name.slice(0, 100),
        device_id: reported.device.id,
        place_at: saved.stands.updated_at,
        updated_at: modified,
      };
      if (saved.won) await saveSyncDocument(db, document);
      return { saved, document };
    }),
  );
  // Outside of the transaction, since reading the book takes time.
  const stored = await progressionOf(services, readBook, saved.stands, saved.won ? document : undefined);
  return { outcome: !saved.won ? 'older' : saved.before === null ? 'created' : 'updated', stored };
}

/** @param reported the device's original references for this position, which are returned unchanged */
async function progressionOf(
  services: Pick<Services, 'originals' | 'db'>,
  book: BookRow,
  place: Place,
  reported: SyncDocument | undefined,
): Promise<Progression> {
  const common = { title: book.title, modified: place.updated_at };
  if (reported) {
    const references: string[] | null = JSON.parse(reported.progress);
    return {
      ...common,
      device: { id: reported.device_id, name: reported.device },
      progression: reported.percentage,
      ...(references ? { references } : {}),
    };
  }
  return {
    ...common,
    // All browsers count as one device, to not reveal sessions.
    device: { id: `urn:uuid:${book.user_id}`, name: place.device ?? 'Lectern' },
    progression: Math.round(place.percentage * 100) / 10_000,
    references: await referencesOf(services, book, place),
  };
}

async function referencesOf(
  services: Pick<Services, 'originals' | 'db'>,
  book: BookRow,
  place: Place,
): Promise<string[]> {
  const position: Locator | null = place.position === null ? null : JSON.parse(place.position);
  const { current_page } = place;
  const progress = await deviceProgressOf(services, book, { current_page, position });
  if (book.format === 'pdf') return [`#page=${progress ?? current_page}`];
  const item = await services.db
    .selectFrom('spine_items')
    .select('href')
    .where('book_id', '=', book.id)
    .where('idx', '=', position?.spine_index ?? -1)
    .executeTakeFirst();
  const words = position?.quote?.exact.split(/\s+/).slice(0, 8).join(' ');
  const exact =
    item && words ? [`${item.href}#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`] : [];
  return [...(progress ? [`#xpointer(${progress})`] : []), ...exact, ...(item ? [item.href] : [])];
}

type Parts = Pick<Services, 'originals' | 'db'>;
/**
 * The position of the first reference that can be resolved, else of the progression in the whole book; null when
 * there is none.
 */
async function placeOfProgression(
  parts: Parts,
  book: BookRow,
  { references = [], progression }: Progression,
): Promise<BookPlace | null> {
  for (const reference of references) {
    const place = await placeOfReference(parts, book, reference, progression);
    if (place?.isExact) return place;
  }
  return placeOfShare(parts, book, progression);
}

async function placeOfReference(
  parts: Parts,
  book: BookRow,
  reference: string,
  progression: number,
): Promise<BookPlace | null> {
  const hash = reference.indexOf('#');
  const [path, fragment] = hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
  const [, pointer] = /^xpointer\((.+)\)$/s.exec(fragment) ?? [];
  const [, page] = /^page=(\d{1,7})$/.exec(fragment) ?? [];
  if (book.format === 'pdf')
    return page === undefined
      ? null
      : placeOfDevice(parts, book, { progress: page, percentage: progression });
  if (pointer !== undefined && path === '')
    return placeOfDevice(parts, book, { progress: pointer, percentage: progression });
  const spineIndex = path === '' ? null : await spineIndexOf(parts, book, path);
  if (spineIndex === null) return null;
  const [, words] = /^:~:text=([^&]+)$/.exec(fragment) ?? [];
  return placeInChapter(parts, book, spineIndex, ({ body, servedText }) => {
    if (words !== undefined) return offsetOfWords(servedText, words);
    if (fragment === '') return body.start;
    return offsetOfXPointer(body, { kind: 'id', fragment: 0, id: decodeUri(fragment) });
  });
}

/** The chapter at a path, which may be relative to any folder of the book. */
async function spineIndexOf({ db }: Parts, { id }: BookRow, path: string): Promise<number | null> {
  const items = await spineOf(db, id);
  const wanted = decodeUri(path).replace(/^(\.{0,2}\/)+/, '');
  const match = items.find(({ href }) => {
    const path = decodeUri(href);
    return path === wanted || path.endsWith(`/${wanted}`);
  });
  return match?.idx ?? null;
}

/** Finds the start of a text fragment (`prefix-,start,end,-suffix`), ignoring white space. */
function offsetOfWords(text: string, fragment: string): number | null {
  const start = fragment.split(',').find((part) => !part.endsWith('-')) ?? '';
  return wordPattern(decodeUri(start), 30)?.exec(text)?.index ?? null;
}

const path = '/books/:id/progression';
const asText = { type: 'string', format: 'binary' } as const;
const about = { tags: ['opds'], security: [{ appPassword: [] }], response: { 200: asText } };

/** Routes of OPDS Progression 1.0. `app` is registered at /opds. */
export function registerProgression(app: FastifyInstance, services: Services): void {
  const onRequest = requireAppPassword(services, 'progress', basicCredentials);
  app.addContentTypeParser(
    progressionType,
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  app.get<{ Params: Static<typeof IdParams> }>(
    path,
    {
      schema: {
        ...about,
        summary: 'The place in a book; an empty body where there is none',
        params: IdParams,
      },
      onRequest,
    },
    async (request, reply) => {
      const work = () => readProgression(services, userOf(request), request.params.id);
      const stored = await inRouteQueue({ services, request, reply, cost: 'any' }, work);
      return send(reply, 200, stored);
    },
  );

  app.put<{ Params: Static<typeof IdParams>; Body: Progression }>(
    path,
    {
      schema: {
        ...about,
        summary: 'Say the place in a book; 409 when a younger one is stored',
        params: IdParams,
        body: Progression,
      },
      onRequest,
      errorHandler: (error, request, reply) => {
        if (isPayload(error)) {
          recordError(request, reply, error);
          sendProblem(reply, 400, 'This is no place in a book.', 'progression-invalid-payload');
        } else sendCatalogError(services, request, reply, error);
      },
    },
    async (request, reply) => {
      const work = () => saveProgression(services, userOf(request), request.params.id, request.body);
      const { outcome, stored } = await inRouteQueue({ services, request, reply, cost: 'any' }, work);
      if (outcome === 'older')
        return sendProblem(reply, 409, 'A younger place is stored.', 'progression-date');
      return send(reply, outcome === 'created' ? 201 : 200, stored);
    },
  );
}

/** Whether the body is invalid. */
const isPayload = ({ validation, validationContext, statusCode }: FastifyError) =>
  validation ? validationContext === 'body' : statusCode === 400 || statusCode === 415;

function send(reply: FastifyReply, status: number, stored: Progression | null): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(progressionType)
    .send(stored === null ? Buffer.alloc(0) : jsonBytes(stored));
}
