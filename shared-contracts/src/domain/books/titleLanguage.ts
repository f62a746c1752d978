import type { Book } from '../../api/books.ts';

/** BCP 47 tag of a title for `lang`; undefined when unknown. */
export const titleLanguage = ({
  title_language,
  language,
}: Pick<Book, 'title_language' | 'language'>): string | undefined => title_language ?? language ?? undefined;
