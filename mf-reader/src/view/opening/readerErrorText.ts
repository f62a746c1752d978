import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { ReaderErrorCode } from '../../engine/readerError.ts';

/** Texts of reader errors, as text keys. */
export const readerErrorText: Readonly<Record<ReaderErrorCode, string>> = {
  not_found: text('Part of the book is missing. Your place, highlights and notes are safe.'),
  network: text('Check your internet connection and try again.'),
  corrupt: text('The file seems to be damaged. Your place, highlights and notes are safe.'),
  locked: text('The file is locked with a password.'),
  expired: text('This page has been open too long. Reload the book to continue.'),
  unsupported: text('This book has no file that can be read here.'),
};
