import { createContext } from 'react';

/** BCP 47 tag of the language of the book whose words are shown, for `lang`; undefined when it is unknown. */
export const BookLanguage = createContext<string | undefined>(undefined);
