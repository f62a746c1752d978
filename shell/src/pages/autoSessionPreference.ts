/**
 * The name under which the reader's wish is kept that the clock starts when
 * a book is opened; the reader's menu has it, too.
 */
export const autoSessionPreference = 'reader.autoSession';
