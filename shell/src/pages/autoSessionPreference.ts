/** The name under which the reader's wish is kept that the clock starts when a book is opened. */
export const autoSessionPreference = 'reading.auto_session';
