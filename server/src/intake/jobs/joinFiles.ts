import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import {
  asFurtherFile,
  currentDigest,
  currentFileId,
  type FurtherFile,
  furtherFiles,
  isOtherLanguage,
  refOf,
  requireRoomForFiles,
  saveAllDigests,
} from '../../library/books/bookFiles.ts';
import { joinBooks } from '../../library/books/joinBooks.ts';
import { ownBookWithFile, spineOf } from '../../library/books/ownBook.ts';
import type { KeptPlaces } from '../../library/books/placeState.ts';
import { chunks } from '../../run/common/chunks.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { blobKeys } from '../../store/blobs/blobs.ts';
import { scheduleBlobDelete, scheduleBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import type { Db } from '../../store/db.ts';
import { addRows, changeRows, listRows } from '../../store/rows.ts';
import type { BookRow } from '../../store/schema.ts';
import type { QuoteLocation, TextQuote } from '../ingest/ingestedBook.ts';
import { workFolder } from '../staging/staging.ts';
import { followed, placesByKey, placesLeft } from './keptPlaces.ts';
import { type Quotes, quotesInLanguage } from './quotesToFind.ts';
import { type NewFile, relocatePlaces, removeOldParts } from './replaceFile.ts';

type Needs = Pick<Services, 'blobs' | 'config' | 'db' | 'marks' | 'now'>;
type BookWithFile = BookRow & { format: 'epub' | 'pdf' };

/** A further file of the joined book, and the one of the other book that it is a copy of; or one in the bin. */
interface Copy {
  from: FurtherFile;
  id: string;
  isInBin: boolean;
}

/** What is found and copied before two books are joined, since it takes time. */
export interface JoinPreparation {
  remaining: BookWithFile;
  other: BookWithFile;
  copies: readonly Copy[];
  file: NewFile;
  quotes: Quotes;
}

/**
 * Copies the files of a book to another one with which it will be joined, and searches for its marks in the file that
 * will be read.
 * @throws AppError not_found, limit_reached, too_many_at_once
 */
export async function prepareJoin(
  services: Needs,
  userId: string,
  ids: { remaining: string; other: string },
): Promise<JoinPreparation> {
  const { db } = services;
  const remaining = await ownBookWithFile(db, userId, ids.remaining);
  const other = await ownBookWithFile(db, userId, ids.other);
  const content_digest = await currentDigest(db, other.id);
  const files = [
    asFurtherFile(other, { content_digest, places: '{}' }),
    ...(await furtherFiles(db, other.id)),
  ];
  await requireRoomForFiles(db, remaining, files.length);
  const quotes = await quotesInLanguage(db, other, remaining.language);
  const file = await storedFile(services, remaining, quotes.quotes);
  const copies = [
    ...files.map((from) => ({ from, id: randomUUID(), isInBin: false })),
    ...(await filesInBin(db, other)).map((from) => ({ from, id: randomUUID(), isInBin: true })),
  ];
  const preparation = { remaining, other, copies, file, quotes };
  try {
    for (const { from, id } of copies) {
      const key = blobKeys.original({ id: remaining.id, file_id: id });
      await copyBlob(services, blobKeys.original(refOf(from)), key);
    }
  } catch (error) {
    await dropCopies(services, preparation);
    throw error;
  }
  return preparation;
}

/** Schedules the copies for deletion when the books were not joined. */
export const dropCopies = (
  { db, now }: Pick<Needs, 'db' | 'now'>,
  { remaining, copies }: Pick<JoinPreparation, 'remaining' | 'copies'>,
): Promise<void> =>
  scheduleBlobDeletes(
    db,
    copies.map(({ id }) => blobKeys.replacement(remaining.id, id)),
    now(),
  );

async function copyBlob({ blobs, config }: Needs, from: string, to: string): Promise<void> {
  const path = workFolder(config, randomUUID());
  try {
    await using original = await blobs.local(from);
    await copyFile(original.path, path);
    await blobs.putFile(to, path);
  } finally {
    await rm(path, { force: true });
  }
}

/** The files that were removed from a book. */
const filesInBin = async (db: Db, { id, user_id }: BookRow): Promise<FurtherFile[]> =>
  (await listRows(db, 'row_history', { user_id, thing: 'file', book_id: id }, ['row'])).map(
    ({ row }) => JSON.parse(row) as FurtherFile,
  );

/** Quotes that are searched for at once, so that none waits long. */
const quotesAtOnce = 2_000;

/** The file of a book as it is stored, with the places of texts in it. */
async function storedFile(
  { db, marks }: Pick<Needs, 'db' | 'marks'>,
  { id, user_id, format, page_count }: BookWithFile,
  quotes: readonly TextQuote[],
): Promise<NewFile> {
  const passages = await db
    .selectFrom('passages')
    .select(['target', 'fraction', 'chapter', 'text'])
    .where('book_id', '=', id)
    .orderBy('seq')
    .execute();
  const spine = (await spineOf(db, id)).map((item) => ({
    ...item,
    linear: item.linear === 1,
    rendition: undefined,
    malformed: undefined,
    overlay: undefined,
  }));
  const found: Record<string, QuoteLocation> = {};
  for (const some of chunks(quotes, quotesAtOnce)) {
    const wanted = some.map(({ words, before, after, share }) => ({
      ...{ exact: words, prefix: before, suffix: after },
      ...{ target: null, fraction: null, order: share },
    }));
    const places = await marks.find(user_id, passages, wanted);
    for (const [at, { key }] of some.entries()) {
      const place = places[at];
      if (place) found[key] = { target: place.target, fraction: place.fraction };
    }
  }
  return { format, page_count, spine, passages, found };
}

/**
 * Joins two books with files: the file of the remaining one is still read, and all files of the other one are further
 * files of it.
 * @throws AppError conflict when a file of either was changed meanwhile
 */
export async function joinPrepared(
  trx: Db,
  { remaining, other, copies, file, quotes }: JoinPreparation,
  now: Date,
): Promise<BookRow> {
  const [kept, gone] = [
    await ownBookWithFile(trx, remaining.user_id, remaining.id),
    await ownBookWithFile(trx, other.user_id, other.id),
  ];
  const inBin = await filesInBin(trx, gone);
  const present = new Map([...(await furtherFiles(trx, gone.id)), ...inBin].map((one) => [one.id, one]));
  const added = copies.filter(({ isInBin }) => !isInBin);
  const isSame =
    currentFileId(kept) === currentFileId(remaining) &&
    currentFileId(gone) === currentFileId(other) &&
    present.size === copies.length - 1 &&
    inBin.length === copies.length - added.length &&
    copies.slice(1).every(({ from }) => present.has(from.id));
  if (!isSame) throw new AppError('conflict');
  await requireRoomForFiles(trx, kept, added.length);
  const before = await placesByKey(trx, gone.id);
  // The file of the other book has its new id.
  const wordsIn = isOtherLanguage(gone.language, kept.language) ? (copies[0]?.id ?? null) : null;
  const newIds = new Map(copies.map(({ from, id }) => [from.id, id]));
  await relocatePlaces(trx, gone, file, { quotes: quotes.places, wordsIn, newIds }, now);
  const after = await placesByKey(trx, gone.id);
  const current = await currentDigest(trx, kept.id);
  await removeOldParts(trx, gone, { now, keepsFile: true });
  await scheduleBlobDelete(trx, gone.id, now);
  for (const [at, { from, id, isInBin }] of copies.entries()) {
    let places = JSON.stringify(
      at === 0
        ? placesLeft(before, after)
        : followed(JSON.parse(present.get(from.id)?.places ?? '{}') as KeptPlaces, before, after),
    );
    for (const [oldId, newId] of newIds) places = places.replaceAll(oldId, newId);
    const extra_bytes = Buffer.byteLength(places);
    const row = { ...from, id, book_id: kept.id, places, extra_bytes };
    if (at === 0) await addRows(trx, 'book_files', row);
    else if (isInBin)
      await changeRows(
        trx,
        'row_history',
        { user_id: gone.user_id, thing: 'file', thing_id: from.id },
        { thing_id: id, row: JSON.stringify(row) },
      );
    else await changeRows(trx, 'book_files', { id: from.id }, row);
  }
  const book = await joinBooks(trx, kept, gone, now);
  await saveAllDigests(trx, book, current);
  return book;
}
