import { booksInYear, joinedAt, pagesOfBook, type Step } from './readingYear.ts';

/**
 * An independent model of points: computed from everything the server has received, by sums over lists, without a
 * ledger or any code of the product. Its constants are copied from the specification.
 */
export interface Model {
  take(step: Step): void;
  /** The expected data of the server at that time. */
  expected(at: number): Expected;
  sessions(): number;
}

export interface Expected {
  stats: {
    totalPoints: number;
    level: number;
    pagesRead: number;
    totalReadingTime: number;
    readingStreak: number;
    notesCreated: number;
    highlightsCreated: number;
    booksCompleted: number;
    todayReadingTime: number;
    weeklyReadingTime: number;
    monthlyReadingTime: number;
    averageSessionDuration: number;
  };
  achievements: string[];
  points: Record<string, number>;
}

interface Session {
  started: number;
  ended: number | null;
  seconds: number;
  pages: number;
  zone: string;
}

const day = 86_400_000;
const levels = [0, 100, 300, 600, 1_000, 1_500, 2_500, 4_000, 6_000, 10_000];
const worth: Record<string, number> = {
  first_book: 50,
  bookworm: 200,
  early_bird: 75,
  night_owl: 75,
  speed_reader: 150,
  marathon_reader: 200,
  streak_3: 100,
  streak_7: 250,
  streak_30: 1_000,
  note_taker: 150,
  highlighter: 200,
  finisher: 100,
  completionist: 500,
};

export function readingModel(): Model {
  const sessions = new Map<string, Session>();
  const made = { note: new Map<string, number>(), highlight: new Map<string, number>() };
  const places = new Map<number, { page: number; updated: number; paid: number }>();
  const daily = new Map<string, number>();
  const completed = new Set<number>();
  let weekly: { monday: string; minutes: number } | null = null;
  let home = 'UTC';
  let newestStart = Number.NEGATIVE_INFINITY;
  let pagesPaidAt = joinedAt;
  const paidOn = new Map<string, number>();

  const wall = (at: number, zone: string) => clockOf(zone).format(at);
  const date = (at: number, zone: string) => wall(at, zone).slice(0, 10);
  const hourOf = (at: number, zone: string) => Number(wall(at, zone).slice(11, 13));
  const plus = (date: string, days: number) =>
    new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
  const mondayBefore = (date: string) => plus(date, -((new Date(date).getUTCDay() + 6) % 7));

  function follow(started: number, zone: string) {
    if (started < newestStart) return;
    newestStart = started;
    home = zone;
  }

  return {
    sessions: () => sessions.size,
    take(step) {
      switch (step.kind) {
        case 'start':
          sessions.set(step.id, {
            started: step.started,
            ended: null,
            seconds: 0,
            pages: 0,
            zone: step.zone,
          });
          return follow(step.started, step.zone);
        case 'end': {
          const session = sessions.get(step.id);
          if (!session) return;
          session.ended = step.ended;
          session.seconds = Math.min(step.seconds, Math.floor((step.ended - session.started) / 1_000));
          session.pages = step.pages;
          return follow(session.started, step.zone);
        }
        case 'record': {
          const { id, started, ended, pages, zone, byHand } = step;
          const seconds = Math.min(step.seconds, Math.floor((ended - started) / 1_000));
          sessions.set(id, { started, ended, seconds, pages, zone });
          if (!byHand) follow(started, zone);
          return;
        }
        case 'edit': {
          const session = sessions.get(step.id);
          if (!session || session.ended === null) return;
          session.started = step.change.started ?? session.started;
          session.ended = step.change.ended ?? session.ended;
          session.seconds = Math.min(
            step.change.seconds ?? session.seconds,
            Math.floor((session.ended - session.started) / 1_000),
          );
          return;
        }
        case 'delete':
          sessions.delete(step.id);
          return;
        case 'note':
        case 'highlight':
          made[step.kind].set(step.id, step.made);
          return;
        case 'day':
          daily.set(
            `${step.action} ${date(step.at, home)}`,
            { daily_login: 10, daily_checkin: 10, library_visited: 5 }[step.action],
          );
          return;
        case 'completed':
          completed.add(step.book);
          return;
        case 'goal':
          weekly = { monday: mondayBefore(date(step.at, home)), minutes: step.minutes };
          return;
        case 'progress': {
          const place = places.get(step.book) ?? { page: 0, updated: Number.NEGATIVE_INFINITY, paid: 0 };
          if (place.updated > step.updated) return;
          const time = Math.max(1, Math.floor((step.at - pagesPaidAt) / 3_000));
          const paid = Math.max(0, Math.min(step.page - place.page, time, pagesOfBook - place.paid));
          if (paid > 0) pagesPaidAt = step.at;
          const today = date(step.at, home);
          paidOn.set(today, (paidOn.get(today) ?? 0) + paid);
          places.set(step.book, { page: step.page, updated: step.updated, paid: place.paid + paid });
          return;
        }
      }
    },
    expected(at) {
      const all = [...sessions.values()];
      /** The shares of a session before and after midnight. */
      const parts = ({ started, ended, seconds, pages, zone }: Session) => {
        if (ended === null) return [];
        const [first, last] = [date(started, zone), date(ended, zone)];
        if (plus(first, 1) !== last) return [{ day: last, seconds, pages }];
        const [from, to] = [started, ended].map((moment) => Date.parse(`${wall(moment, zone)}Z`)) as [
          number,
          number,
        ];
        const share = (Date.parse(last) - from) / (to - from);
        const before = { seconds: Math.floor(seconds * share), pages: Math.floor(pages * share) };
        return [
          { day: first, ...before },
          { day: last, seconds: seconds - before.seconds, pages: pages - before.pages },
        ];
      };
      const done = all.flatMap((session) =>
        session.ended === null || session.seconds === 0
          ? []
          : [{ ...session, ended: session.ended, day: date(session.ended, session.zone) }],
      );
      const real = done.filter(({ seconds }) => seconds >= 60);
      const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
      const seconds = (from: string, to: string) =>
        sum(
          done
            .flatMap(parts)
            .filter((part) => part.day >= from && part.day <= to)
            .map((part) => part.seconds),
        );
      /** Limits the count per day. */
      const perDay = (days: readonly string[], most: number) =>
        sum([...Map.groupBy(days, (one) => one).values()].map((ones) => Math.min(ones.length, most)));
      const today = date(at, home);
      const daysOf = (list: readonly Session[]) =>
        new Set(
          list
            .flatMap(parts)
            .filter((part) => part.seconds > 0)
            .map((part) => part.day),
        );
      const [readDays, realDays] = [daysOf(done), daysOf(real)];
      const turned = new Map<string, number>();
      for (const part of all.flatMap(parts)) turned.set(part.day, (turned.get(part.day) ?? 0) + part.pages);
      const pagesRead = sum(
        [...new Set([...turned.keys(), ...paidOn.keys()])].map((one) =>
          Math.max(turned.get(one) ?? 0, paidOn.get(one) ?? 0),
        ),
      );
      const run = (days: ReadonlySet<string>, last: string) => {
        let length = 0;
        while (days.has(plus(last, -length))) length += 1;
        return length;
      };
      const longest = Math.max(0, ...[...realDays].map((last) => run(realDays, last)));
      const pages = sum([...places.values()].map((place) => place.paid));
      const weeks = new Set([...readDays].map(mondayBefore));
      const goal: { monday: string; minutes: number } | null = weekly;
      const reachedWeeks = [...weeks].filter(
        (monday) => goal && monday >= goal.monday && seconds(monday, plus(monday, 6)) >= goal.minutes * 60,
      );
      const earned: Record<string, boolean> = {
        first_book: booksInYear >= 1,
        bookworm: booksInYear >= 10,
        early_bird: real.some(({ started, zone }) => hourOf(started, zone) < 8),
        night_owl: real.some(
          ({ started, ended, zone }) =>
            hourOf(started, zone) >= 22 ||
            hourOf(ended, zone) >= 22 ||
            date(started, zone) < date(ended, zone),
        ),
        speed_reader: real.some((session) => Math.min(session.pages, session.seconds / 3) >= 100),
        marathon_reader: real.some((session) => session.seconds >= 7_200),
        streak_3: longest >= 3,
        streak_7: longest >= 7,
        streak_30: longest >= 30,
        note_taker: made.note.size >= 10,
        highlighter: made.highlight.size >= 25,
        finisher: completed.size >= 1,
        completionist: completed.size >= 10,
      };
      const achievements = Object.keys(earned).filter((id) => earned[id]);
      const points: Record<string, number> = {
        book_uploaded: 25 * booksInYear,
        book_completed: 100 * completed.size,
        reading_session_started:
          5 *
          perDay(
            all.map(({ started, zone }) => date(started, zone)),
            20,
          ),
        reading_session_completed:
          10 *
          perDay(
            real.map((session) => session.day),
            20,
          ),
        page_read: pages,
        note_created:
          15 *
          perDay(
            [...made.note.values()].map((moment) => date(moment, home)),
            50,
          ),
        highlight_created: 10 * made.highlight.size,
        daily: sum([...daily.values()]),
        goal_reached:
          50 * [...readDays].filter((one) => seconds(one, one) >= 1_800).length + 20 * reachedWeeks.length,
        achievement: sum(achievements.map((id) => worth[id] ?? 0)),
      };
      const totalPoints = sum(Object.values(points));
      const total = Math.floor(sum(done.map((session) => session.seconds)) / 60);
      const streak = run(readDays, readDays.has(today) ? today : plus(today, -1));
      return {
        stats: {
          totalPoints,
          level: levels.filter((needed) => needed <= totalPoints).length,
          pagesRead,
          totalReadingTime: total,
          readingStreak: Math.min(30, streak),
          notesCreated: made.note.size,
          highlightsCreated: made.highlight.size,
          booksCompleted: completed.size,
          todayReadingTime: Math.floor(seconds(today, today) / 60),
          weeklyReadingTime: Math.floor(seconds(mondayBefore(today), today) / 60),
          monthlyReadingTime: Math.floor(seconds(`${today.slice(0, 7)}-01`, today) / 60),
          averageSessionDuration: done.length === 0 ? 0 : Math.round((total / done.length) * 10) / 10,
        },
        achievements: achievements.sort(),
        points,
      };
    },
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Swedish date format is ISO 8601. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  clocks.set(zone, made);
  return made;
}
