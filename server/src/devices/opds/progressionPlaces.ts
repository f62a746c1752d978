import { decodeUri } from '@lectern/shared-contracts/domain/decodeUri.ts';
import type { Selectable } from 'kysely';
import type { Services } from '../../run/services/services.ts';
import type { BooksTable } from '../../store/schema.ts';
import { type BookPlace, placeInChapter, placeOfDevice, placeOfShare } from '../xpointer/bookPlaces.ts';
import { offsetOfXPointer } from '../xpointer/resolveXPointer.ts';
import { wordPattern } from '../xpointer/words.ts';
import type { Progression } from './feedModel.ts';

type Parts = Pick<Services, 'originals' | 'db'>;
type Book = Selectable<BooksTable>;

/**
 * The position of the first reference that can be resolved, else of the progression in the whole book; null when
 * there is none.
 */
export async function placeOfProgression(
  parts: Parts,
  book: Book,
  { references = [], progression }: Progression,
): Promise<BookPlace | null> {
  for (const reference of references) {
    const place = await placeOfReference(parts, book, reference, progression);
    if (place?.isExact) return place;
  }
  return placeOfShare(parts, book, progression);
}

async function placeOfReference(
  parts: Parts,
  book: Book,
  reference: string,
  progression: number,
): Promise<BookPlace | null> {
  const hash = reference.indexOf('#');
  const [path, fragment] = hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
  const [, pointer] = /^xpointer\((.+)\)$/s.exec(fragment) ?? [];
  const [, page] = /^page=(\d{1,7})$/.exec(fragment) ?? [];
  if (book.format === 'pdf')
    return page === undefined
      ? null
      : placeOfDevice(parts, book, { progress: page, percentage: progression });
  if (pointer !== undefined && path === '')
    return placeOfDevice(parts, book, { progress: pointer, percentage: progression });
  const spineIndex = path === '' ? null : await spineIndexOf(parts, book, path);
  if (spineIndex === null) return null;
  const [, words] = /^:~:text=([^&]+)$/.exec(fragment) ?? [];
  return placeInChapter(parts, book, spineIndex, ({ body, servedText }) => {
    if (words !== undefined) return offsetOfWords(servedText, words);
    if (fragment === '') return body.start;
    return offsetOfXPointer(body, { kind: 'id', fragment: 0, id: decodeUri(fragment) });
  });
}

/** The chapter at a path, which may be relative to any folder of the book. */
async function spineIndexOf({ db }: Parts, { id }: Book, path: string): Promise<number | null> {
  const items = await db
    .selectFrom('spine_items')
    .select(['idx', 'href'])
    .where('book_id', '=', id)
    .orderBy('idx')
    .execute();
  const wanted = decodeUri(path).replace(/^(\.{0,2}\/)+/, '');
  const match = items.find(({ href }) => {
    const path = decodeUri(href);
    return path === wanted || path.endsWith(`/${wanted}`);
  });
  return match?.idx ?? null;
}

/** Finds the start of a text fragment (`prefix-,start,end,-suffix`), ignoring white space. */
function offsetOfWords(text: string, fragment: string): number | null {
  const start = fragment.split(',').find((part) => !part.endsWith('-')) ?? '';
  return wordPattern(decodeUri(start), 30)?.exec(text)?.index ?? null;
}
