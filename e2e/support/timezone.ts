const hour = new Date().getUTCHours();
const ahead = 12 - hour;

/**
 * A time zone in which it is about noon now, so that no test runs over midnight. In POSIX, east is negative.
 */
export const noonTimeZone = `Etc/GMT${ahead === 0 ? '' : ahead > 0 ? -ahead : `+${-ahead}`}`;
