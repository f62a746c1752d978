import type { GrantPurpose } from '../auth/grants.ts';
import type { Services } from '../services.ts';

type Addressing = Pick<Services, 'config' | 'grants'>;

/** Folder of an unpacked EPUB, signed; no trailing slash. @param familyId the sign-in that it is for, and ends with */
export const contentAddress = ({ config, grants }: Addressing, bookId: string, familyId: string) =>
  `${config.root}/books/${bookId}/content/${grants.issue('content', bookId, familyId)}`;

/** The uploaded file as it was, signed; ranges work. */
export const fileAddress = ({ config, grants }: Addressing, bookId: string, familyId: string) =>
  `${config.root}/books/${bookId}/file/${grants.issue('content', bookId, familyId)}`;

/** Folder of a book's covers, signed; the version is in it, so that a new cover has a new address. */
export const coverBase = (
  { config, grants }: Addressing,
  book: { id: string; cover_version: number },
  familyId: string,
) =>
  `${config.root}/books/${book.id}/cover/${grants.issue('cover', book.id, familyId)}/${book.cover_version}`;

/** Whether an address opens what it names: signed for it, not run out, and given to a sign-in that still stands. */
export async function isGranted(
  { grants, openSignIns }: Pick<Services, 'grants' | 'openSignIns'>,
  purpose: GrantPurpose,
  subject: string,
  grant: string,
): Promise<boolean> {
  const familyId = grants.verify(purpose, subject, grant);
  return familyId !== null && openSignIns.isOpen(familyId);
}
