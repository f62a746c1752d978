/** Preference: the reader's bars do not hide. */
export const barsStayPreference = 'reader.bars_stay';
