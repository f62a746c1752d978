/** Dates in the interface, for Intl.DateTimeFormat: the month is named, in every language and on every page. */

/** '1 Dec 2026' */
export const dayStyle = { year: 'numeric', month: 'short', day: 'numeric' } as const;

/** '1 Dec 2026, 13:22' */
export const momentStyle = { ...dayStyle, hour: 'numeric', minute: '2-digit' } as const;
