import { createHash } from 'node:crypto';

/** Events in the order in which they reach the server. Times are in milliseconds. */
export type Step = { at: number } & (
  | { kind: 'start'; id: string; book: number; started: number; zone: string }
  | { kind: 'end'; id: string; ended: number; seconds: number; pages: number; zone: string }
  | {
      kind: 'record';
      id: string;
      book: number;
      started: number;
      ended: number;
      seconds: number;
      pages: number;
      zone: string;
      byHand: boolean;
    }
  | { kind: 'edit'; id: string; change: { seconds?: number; ended?: number; started?: number } }
  | { kind: 'delete'; id: string }
  | { kind: 'progress'; book: number; page: number; updated: number; fromOther?: true }
  | { kind: 'completed'; book: number }
  | { kind: 'note' | 'highlight'; id: string; book: number; made: number }
  | { kind: 'day'; action: 'daily_login' | 'daily_checkin' | 'library_visited' }
  | { kind: 'goal'; id: string; minutes: number }
  | { kind: 'look' }
);

export const joinedAt = Date.parse('2026-01-01T12:00:00Z');
export const booksInYear = 14;
export const pagesOfBook = 300;

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** The user's location from that day of the year. */
const journeys: readonly [fromDay: number, zone: string][] = [
  [0, 'Europe/Berlin'],
  [18, 'Asia/Tokyo'],
  [26, 'Europe/Berlin'],
  [121, 'America/New_York'],
  [136, 'Europe/Berlin'],
  [201, 'Asia/Kathmandu'],
  [215, 'Europe/Berlin'],
  [291, 'Australia/Lord_Howe'],
  [301, 'Europe/Berlin'],
];
/** Days on which a device is offline; its data arrives the next morning. */
const offline: Record<Device, readonly [number, number][]> = {
  phone: [
    [33, 36],
    [160, 167],
    [291, 300],
  ],
  laptop: [
    [40, 46],
    [291, 300],
  ],
};
type Device = 'phone' | 'laptop';

/** A year of a user with two devices, deterministic by seed: pauses, crashes, journeys, weeks offline, corrections. */
export function readingYear(seed: number, days = 365): Step[] {
  const random = mulberry(seed);
  const chance = (share: number) => random() < share;
  const between = (low: number, high: number) => Math.floor(low + random() * (high - low + 1));
  const steps: Step[] = [];
  const page: number[] = [];
  let count = 0;
  let book = 0;
  const newId = () => idOf(`${seed} ${++count}`);

  for (let n = 1; n < days; n += 1) {
    const midnight = joinedAt - 12 * hour + n * day;
    const zone = journeys.findLast(([from]) => from <= n)?.[1] ?? 'UTC';
    /** When data of a device reaches the server. */
    const arrival = (device: Device, moment: number) => {
      const away = offline[device].find(([first, last]) => n >= first && n <= last);
      return away
        ? joinedAt - 12 * hour + (away[1] + 1) * day + (device === 'phone' ? 5 : 9) * minute
        : moment;
    };
    if (n === 32) steps.push({ at: midnight + 12 * hour, kind: 'goal', id: newId(), minutes: 180 });
    if (n % 15 === 0) steps.push({ at: midnight + 23 * hour, kind: 'look' });
    if (chance(0.14)) continue;
    for (const action of ['daily_login', 'daily_checkin', 'library_visited'] as const)
      if (chance(0.6)) steps.push({ at: midnight + between(8, 20) * hour, kind: 'day', action });

    // One day with more sessions than are paid per day, and one with more notes.
    const many = n === 50;
    if (n === 30)
      for (let k = 0; k < 60; k += 1) {
        const made = midnight + 10 * hour + k * minute;
        steps.push({ at: made, kind: 'note', id: newId(), book, made });
      }
    let at = midnight + (many ? 6 * hour : between(0, 8 * 60) * minute);
    const sessions = many ? 26 : between(1, 12);
    for (let k = 0; k < sessions && at < midnight + (many ? 21 : 23) * hour; k += 1) {
      const device: Device = chance(0.5) ? 'phone' : 'laptop';
      const id = newId();
      const slept = !many && chance(0.006);
      const seconds = many ? 300 : slept ? 9 * 3_600 : chance(0.1) ? between(0, 59) : between(60, 2_400);
      const pauses = chance(0.4) ? between(1, 900) : 0;
      const [started, ended] = [at, at + (seconds + pauses) * 1_000];
      const pages = Math.floor(seconds / between(40, 120));
      const told = { seconds: chance(0.05) ? seconds + 50_000 : seconds, pages, zone };
      let arrived = arrival(device, ended);
      if (!many && chance(0.06)) {
        // On paper, added manually in the evening.
        arrived = Math.max(arrived, ended, midnight + 23 * hour);
        steps.push({ at: arrived, kind: 'record', id, book, started, ended, ...told, byHand: true });
      } else if (chance(0.2)) {
        steps.push({ at: arrived, kind: 'record', id, book, started, ended, ...told, byHand: false });
      } else {
        steps.push({ at: arrival(device, started), kind: 'start', id, book, started, zone });
        const crashed = !many && chance(0.05);
        if (crashed && arrived === ended) arrived = ended + between(10, 14) * hour;
        if (crashed && chance(0.3)) arrived = Number.NaN;
        else steps.push({ at: arrived, kind: 'end', id, ended, ...told });
      }
      if (!many && !Number.isNaN(arrived) && (slept || chance(0.05))) {
        const later = arrived + between(1, 48) * hour;
        if (slept) steps.push({ at: later, kind: 'edit', id, change: { ended: started + 40 * minute } });
        else if (chance(0.4)) steps.push({ at: later, kind: 'delete', id });
        else if (chance(0.5))
          steps.push({ at: later, kind: 'edit', id, change: { seconds: Math.floor(seconds / 2) } });
        else
          steps.push({
            at: later,
            kind: 'edit',
            id,
            change: { started: started - day, ended: ended - day },
          });
        if (chance(0.2)) steps.push({ at: later + hour, kind: 'edit', id, change: { seconds: 61 } });
      }
      // The queue keeps only the newest position, so it sends one for a whole week offline.
      if (chance(0.5) && arrival(device, ended) === ended) {
        const turned = (page[book] ?? 0) + Math.min(pages, 40) - (chance(0.1) ? 5 : 0);
        page[book] = Math.max(0, turned);
        steps.push({ at: ended, kind: 'progress', book, page: page[book] ?? 0, updated: ended });
        // An older position from the other device arrives late, and changes nothing.
        if (chance(0.05))
          steps.push({
            at: ended + minute,
            kind: 'progress',
            book,
            page: 299,
            updated: ended - hour,
            fromOther: true,
          });
        if ((page[book] ?? 0) >= pagesOfBook && book < booksInYear - 1) {
          steps.push({ at: ended + 2 * minute, kind: 'completed', book });
          book += 1;
        }
      }
      for (const kind of ['note', 'highlight'] as const)
        if (chance(0.12)) steps.push({ at: arrival(device, ended), kind, id: newId(), book, made: started });
      at = ended + between(many ? 20 : 3, many ? 20 : 120) * minute;
    }
  }
  steps.push({ at: joinedAt - 12 * hour + days * day, kind: 'look' });
  return steps.filter(({ at }) => !Number.isNaN(at)).sort((a, b) => a.at - b.at);
}

/** mulberry32: small and portable. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
