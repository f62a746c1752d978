import { OneOf, type Static } from '../type.ts';

/** Formats that are turned into an EPUB when they arrive; the file itself is kept. */
export const SourceFormat = OneOf('fb2', 'mobi', 'azw3', 'cbz', 'cbr', 'cb7', 'txt', 'md', 'html', 'docx');
export type SourceFormat = Static<typeof SourceFormat>;
