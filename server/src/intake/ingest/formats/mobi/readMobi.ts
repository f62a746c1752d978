import { AppError } from '../../../../run/common/errors.ts';
import type { ForeignFile, Publication, PublicationMetadata } from '../publication/publication.ts';
import { readKf8 } from './kf8.ts';
import { readMobi6 } from './mobi6.ts';
import type { MobiBook } from './mobiBook.ts';
import { extraNumber, type MobiHeader, readMobiHeader } from './mobiHeader.ts';
import { PalmFile } from './PalmFile.ts';
import { MobiResources } from './resources.ts';

/**
 * Reads a book of Kindle or Mobipocket: MOBI, AZW, PRC and AZW3.
 * @throws AppError book_broken, book_unsafe; book_protected for one with DRM
 */
export async function readMobi(source: ForeignFile): Promise<Publication> {
  const file = new PalmFile(await source.bytes());
  const book = openMobi(file);
  if (book.start === 0 && book.header.version >= 8) source.format = 'azw3';
  const publication = book.header.skeletons === null ? readMobi6(book) : readKf8(book);
  const { extra } = book.header;
  const coverNumber = extraNumber(extra, 201) ?? extraNumber(extra, 202);
  const cover = coverNumber === null ? null : book.resources.pathOf(coverNumber + 1);
  return {
    ...publication,
    metadata: metadataOf(book.header),
    cover,
    direction: textsOf(book.header, 527)[0] === 'rtl' ? 'rtl' : undefined,
    fixedLayout: textsOf(book.header, 122)[0] === 'true',
    resources: [...publication.resources, ...book.resources.all()],
  };
}

function openMobi(file: PalmFile): MobiBook {
  const header = readMobiHeader(file.record(0));
  const resources = new MobiResources(file, header.firstResource);
  const boundary = header.version < 8 ? extraNumber(header.extra, 121) : null;
  const second = boundary === null ? null : secondBook(file, boundary);
  if (second === null || boundary === null) return { file, header, start: 0, resources };
  const extra = new Map([...header.extra, ...second.extra]);
  return { file, header: { ...second, extra }, start: boundary, resources };
}

/** The KF8 part of a file; null when it cannot be read, as the older part can. */
function secondBook(file: PalmFile, boundary: number): MobiHeader | null {
  try {
    const header = readMobiHeader(file.record(boundary));
    return header.version >= 8 ? header : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'book_broken') return null;
    throw error;
  }
}

const textsOf = ({ extra, encoding }: MobiHeader, type: number): string[] =>
  (extra.get(type) ?? []).map((bytes) => new TextDecoder(encoding).decode(bytes).trim());

function metadataOf(header: MobiHeader): PublicationMetadata {
  const value = (type: number) => textsOf(header, type)[0];
  return {
    title: value(503) || header.title,
    authors: textsOf(header, 100).map((name) => ({ name })),
    publisher: value(101),
    description: value(103),
    isbn: value(104),
    subjects: textsOf(header, 105),
    published: value(106),
    language: value(524) || header.language,
  };
}
