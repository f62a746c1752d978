import type { Book } from '../../api/books.ts';

/** BCP 47 tag for the title of a book, as `lang` takes it; undefined when nothing is known. */
export const titleLanguage = ({
  title_language,
  language,
}: Pick<Book, 'title_language' | 'language'>): string | undefined => title_language ?? language ?? undefined;
