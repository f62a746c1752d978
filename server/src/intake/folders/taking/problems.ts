import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Why a folder was not looked at, or why taking it in has stopped. The reader sees the sentence. */
export class FolderProblem extends Error {}

/** Why nothing more of a folder can be taken in for now. */
export const problems = {
  missing: text('The folder is not there: is its disk mounted?'),
  unreadable: text(
    'Lectern may not read this folder. Ask whoever runs this library to look at its permissions.',
  ),
  empty: text('The folder is empty, which it was not before: is its disk mounted?'),
  tooLarge: text('The folder has more than 50,000 files. Ask whoever runs this library to divide it.'),
  calibreBusy: text(
    'calibre is writing to its library, or was stopped while it did. Close calibre, or open and close it once.',
  ),
  calibreBroken: text('The metadata.db of this calibre library is damaged. Let calibre restore it.'),
  zipGone: text('The zip is no longer here. Upload it again.'),
  failed: text('Something went wrong on our side. Lectern goes on by itself.'),
} as const;

/** Why one file was left out. */
export const reasons = {
  link: text('This is a link, which Lectern does not follow.'),
  folderUnreadable: text('Lectern may not read this folder.'),
  unreadable: text('Lectern may not read this file.'),
  missing: text('calibre lists this file, and it is not there.'),
  outside: text('calibre lists this file outside of its library.'),
  noFile: text('calibre has no file of this book.'),
  otherFileHere: text('You have replaced this file in Lectern, so its newer version was left out.'),
} as const;

/** @returns the problem that an error of the file system is; null for others */
export function problemOf(error: unknown): FolderProblem | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FolderProblem(problems.missing);
  if (code === 'EACCES' || code === 'EPERM') return new FolderProblem(problems.unreadable);
  return null;
}
