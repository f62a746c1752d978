import type { SignedUrlPurpose } from '../auth/credentials/signedUrls.ts';
import type { BookFileRef } from '../blobs/blobs.ts';
import { apiPathOf } from '../routing/ownOrigin.ts';
import type { Services } from '../services/services.ts';

type Addressing = Pick<Services, 'config' | 'signedUrls'>;

/** Folder of an unpacked EPUB, signed; no trailing slash. @param sessionId the sign-in that it is for, and ends with */
export const contentAddress = (addressing: Addressing, book: BookFileRef, sessionId: string) =>
  addressOf(addressing, 'content', book, sessionId);

/** The uploaded file as it was, signed; ranges work. */
export const fileAddress = (addressing: Addressing, book: BookFileRef, sessionId: string) =>
  addressOf(addressing, 'file', book, sessionId);

/** A file that replaced another has an address of its own, so that no copy of the old one is taken for it. */
function addressOf(
  { config, signedUrls }: Addressing,
  kind: 'content' | 'file',
  { id, file_id }: BookFileRef,
  sessionId: string,
): string {
  const address = `${apiPathOf(config)}/books/${id}/${kind}/${signedUrls.issue('content', id, sessionId)}`;
  return file_id === null ? address : `${address}/${file_id}`;
}

/** Folder of a book's covers, signed; the version is in it, so that a new cover has a new address. */
export const coverBase = (
  { config, signedUrls }: Addressing,
  book: { id: string; cover_version: number },
  sessionId: string,
) =>
  `${apiPathOf(config)}/books/${book.id}/cover/${signedUrls.issue('cover', book.id, sessionId)}/${book.cover_version}`;

/** Whether an address opens what it names: signed for it, not run out, and given to a sign-in that still stands. */
export async function isSignatureValid(
  { signedUrls, activeSessions }: Pick<Services, 'signedUrls' | 'activeSessions'>,
  purpose: SignedUrlPurpose,
  subject: string,
  grant: string,
): Promise<boolean> {
  const sessionId = signedUrls.verify(purpose, subject, grant);
  return sessionId !== null && activeSessions.isOpen(sessionId);
}
