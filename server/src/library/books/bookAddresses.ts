import { randomInt } from 'node:crypto';
import { apiPathOf } from '../../http/routing/ownOrigin.ts';
import type { Services } from '../../run/services/services.ts';
import type { BookFileRef } from '../../store/blobs/blobs.ts';

type Addressing = Pick<Services, 'config' | 'signedUrls'>;

/**
 * Signed URL of an unpacked EPUB's folder, without a trailing slash.
 * @param sessionId the session that the URL is bound to
 */
export const contentAddress = (addressing: Addressing, book: BookFileRef, sessionId: string) =>
  addressOf(addressing, 'content', book, sessionId);

/** Signed URL of the uploaded file; supports ranges. */
export const fileAddress = (addressing: Addressing, book: BookFileRef, sessionId: string) =>
  addressOf(addressing, 'file', book, sessionId);

/** A replacement file has its own URL, so that caches do not serve the old one. */
function addressOf(
  { config, signedUrls }: Addressing,
  kind: 'content' | 'file',
  { id, file_id }: BookFileRef,
  sessionId: string,
): string {
  const address = `${apiPathOf(config)}/books/${id}/${kind}/${signedUrls.issue('content', id, sessionId)}`;
  return file_id === null ? address : `${address}/${file_id}`;
}

/** Signed URL of a book's cover folder. It contains the version, so a new cover has a new URL. */
export const coverBase = (
  { config, signedUrls }: Addressing,
  book: { id: string; cover_version: number },
  sessionId: string,
) =>
  `${apiPathOf(config)}/books/${book.id}/cover/${signedUrls.issue('cover', book.id, sessionId)}/${book.cover_version}`;

/** The version of the cover that a new book gets from its file. */
export const firstCoverVersion = 1;

/** The column is an integer of 32 bits. */
export const lastCoverVersion = 2 ** 31 - 1;

/**
 * A version for a set of cover files, whose names contain it. It is random like an id, so that two sets for the same
 * book never share a file, even if two servers store them at the same time.
 */
export const newCoverVersion = (): number => randomInt(firstCoverVersion + 1, lastCoverVersion);
