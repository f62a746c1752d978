import { createContext } from 'react';

/** BCP 47 tag of the book's language, for `lang`; undefined when unknown. */
export const BookLanguage = createContext<string | undefined>(undefined);
