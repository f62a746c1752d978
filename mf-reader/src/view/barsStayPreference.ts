/** Name of the preference: the bars of the reader stay instead of hiding. */
export const barsStayPreference = 'reader.bars_stay';
