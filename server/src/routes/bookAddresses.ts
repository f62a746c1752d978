import type { Services } from '../services.ts';

type Addressing = Pick<Services, 'config' | 'grants'>;

/** Folder of an unpacked EPUB, signed; no trailing slash. */
export const contentAddress = ({ config, grants }: Addressing, bookId: string) =>
  `${config.root}/books/${bookId}/content/${grants.issue('content', bookId)}`;

/** The uploaded file as it was, signed; ranges work. */
export const fileAddress = ({ config, grants }: Addressing, bookId: string) =>
  `${config.root}/books/${bookId}/file/${grants.issue('content', bookId)}`;

/** Folder of a book's covers, signed; the version is in it, so that a new cover has a new address. */
export const coverBase = ({ config, grants }: Addressing, book: { id: string; cover_version: number }) =>
  `${config.root}/books/${book.id}/cover/${grants.issue('cover', book.id)}/${book.cover_version}`;
