import { open, readFile, stat } from 'node:fs/promises';
import type { SourceFormat } from '@lectern/shared-contracts/api/bookParts.ts';
import { AppError, type ErrorCode } from '../../../run/common/errors.ts';
import { type Archive, openArchive } from '../epub/container/archive.ts';
import { looksLikeEpub } from '../epub/container/container.ts';
import { ingestArchive } from '../epub/ingestEpub.ts';
import { firstBytes } from '../fileKind.ts';
import type { IngestedBook, IngestRequest } from '../ingestedBook.ts';
import { limits } from '../limits.ts';
import { formatOfBytes, formatOfZip, headBytes } from './detectFormat.ts';
import type { ForeignFile, ReadPublication } from './publication/publication.ts';
import { publicationArchive } from './publication/publicationArchive.ts';

/** The code of each format, loaded when a file needs it. */
const readers: Readonly<Record<SourceFormat, () => Promise<ReadPublication>>> = {
  fb2: async () => (await import('./fb2/readFb2.ts')).readFb2,
  mobi: async () => (await import('./mobi/readMobi.ts')).readMobi,
  azw3: async () => (await import('./mobi/readMobi.ts')).readMobi,
  cbz: async () => (await import('./comic/readComic.ts')).readComic,
  cbr: async () => (await import('./comic/readComic.ts')).readComic,
  cb7: async () => (await import('./comic/readComic.ts')).readComic,
  txt: async () => (await import('./text/readText.ts')).readText,
  md: async () => (await import('./markdown/readMarkdown.ts')).readMarkdown,
  html: async () => (await import('./html/readHtml.ts')).readHtml,
  docx: async () => (await import('./docx/readDocx.ts')).readDocx,
};

/**
 * Ingests a file of any other format than EPUB and PDF, or an EPUB that does not begin like one: it is turned into the
 * files of an EPUB, which are read as those of any EPUB.
 * @throws AppError with a message for the user
 */
export async function ingestForeign(request: IngestRequest, isZip: boolean): Promise<IngestedBook> {
  const isNamedEpub = /\.epub$/i.test(request.fileName);
  const archive = isZip ? await openArchive(request.path).catch(isNamedEpub ? rethrow : asForeign) : null;
  try {
    if (archive && looksLikeEpub(archive)) return await ingestArchive(archive, request);
    return await ingestPublication(archive, request).catch(asForeign);
  } finally {
    archive?.close();
  }
}

async function ingestPublication(archive: Archive | null, request: IngestRequest): Promise<IngestedBook> {
  const { path, fileName } = request;
  const format = archive ? formatOfZip(archive) : formatOfBytes(await headOf(path), fileName);
  const file: ForeignFile = { format, name: fileName, path, archive, bytes: () => wholeFile(path) };
  const readPublication = await readers[format]();
  const publication = await readPublication(file);
  if (publication.pages.length === 0) throw new AppError('book_empty');
  const made = publicationArchive(publication);
  try {
    const book = await ingestArchive(made, request);
    const unshown = (book.unshown ?? 0) + (publication.unshown ?? 0);
    return { ...book, unshown, source_format: file.format };
  } finally {
    made.close();
  }
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path, 'r');
  return await firstBytes(file, headBytes);
}

async function wholeFile(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > limits.entryBytes) throw new AppError('book_unsafe');
  return readFile(path);
}

/** The sentences of an EPUB do not fit another file. */
const codes: Partial<Record<ErrorCode, ErrorCode>> = {
  epub_broken: 'book_broken',
  epub_unsafe: 'book_unsafe',
  epub_protected: 'book_protected',
  epub_no_chapters: 'book_empty',
  epub_no_package: 'book_broken',
};

function rethrow(error: unknown): never {
  throw error;
}

function asForeign(error: unknown): never {
  // Nested so deeply that its parser gives up.
  if (error instanceof RangeError) throw new AppError('book_unsafe');
  const code = error instanceof AppError ? codes[error.code] : undefined;
  throw code ? new AppError(code) : error;
}
