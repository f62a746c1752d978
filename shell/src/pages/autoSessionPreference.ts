/**
 * Key of the preference to start a reading session when a book is
 * opened; also used by the user menu.
 */
export const autoSessionPreference = 'reader.autoSession';
