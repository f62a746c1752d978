import { Type } from '../type.ts';

export const Tag = Type.String({ minLength: 1, maxLength: 60 });

/** Own words for a book, beside its genre: compared without case and accents, none twice. */
export const Tags = Type.Array(Tag, { maxItems: 50 });
