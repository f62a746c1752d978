import type { SignedUrlPurpose } from '../auth/credentials/signedUrls.ts';
import { apiPathOf } from '../routing/ownOrigin.ts';
import type { Services } from '../services/services.ts';

type Addressing = Pick<Services, 'config' | 'signedUrls'>;

/** Folder of an unpacked EPUB, signed; no trailing slash. @param sessionId the sign-in that it is for, and ends with */
export const contentAddress = ({ config, signedUrls }: Addressing, bookId: string, sessionId: string) =>
  `${apiPathOf(config)}/books/${bookId}/content/${signedUrls.issue('content', bookId, sessionId)}`;

/** The uploaded file as it was, signed; ranges work. */
export const fileAddress = ({ config, signedUrls }: Addressing, bookId: string, sessionId: string) =>
  `${apiPathOf(config)}/books/${bookId}/file/${signedUrls.issue('content', bookId, sessionId)}`;

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
