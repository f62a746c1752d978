const hour = new Date().getUTCHours();
const ahead = 12 - hour;

/**
 * A zone in which it is about noon now: no journey begins on one day and ends on the next. In POSIX, east is negative.
 */
export const noonTimeZone = `Etc/GMT${ahead === 0 ? '' : ahead > 0 ? -ahead : `+${-ahead}`}`;
