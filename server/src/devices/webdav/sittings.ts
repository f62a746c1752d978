import type { Selectable } from 'kysely';
import type { PageTimesTable } from '../../store/deviceTables.ts';

type Row = Selectable<PageTimesTable>;

/** Consecutive pages, which form a reading session. */
export interface Sitting {
  /** Id of the session. */
  id: string;
  isNew: boolean;
  hasChanged: boolean;
  rows: Row[];
  /** Seconds since 1970. */
  first: number;
  last: number;
}

/** Seconds between two pages that start a new sitting. */
const gap = 900;

/** The sittings of one book, indexed by time. */
export class Sittings {
  readonly #byId = new Map<string, Sitting>();
  /** The first sitting in each quarter of an hour since 1970. */
  readonly #bySlot = new Map<number, Sitting>();

  get all(): Iterable<Sitting> {
    return this.#byId.values();
  }

  byId(id: string): Sitting | undefined {
    return this.#byId.get(id);
  }

  /** Adds a stored page time. */
  addKnown(row: Row): void {
    const sitting = this.#byId.get(row.session_id) ?? this.#begin(row.session_id, false);
    this.add(sitting, row);
  }

  /** The sitting that a page belongs to; undefined when it starts a new one. */
  near(start: number): Sitting | undefined {
    const slot = Math.floor(start / gap);
    return [slot, slot - 1, slot + 1]
      .map((at) => this.#bySlot.get(at))
      .find(
        (candidate) =>
          candidate !== undefined && start >= candidate.first - gap && start <= candidate.last + gap,
      );
  }

  begin(id: string): Sitting {
    return this.#begin(id, true);
  }

  add(sitting: Sitting, row: Row): void {
    const [start, end] = [row.start_time, row.start_time + row.duration];
    sitting.rows.push(row);
    sitting.first = Math.min(sitting.first, start);
    sitting.last = Math.max(sitting.last, end);
    for (let slot = Math.floor(start / gap); slot <= Math.floor(end / gap); slot += 1)
      if (!this.#bySlot.has(slot)) this.#bySlot.set(slot, sitting);
  }

  #begin(id: string, isNew: boolean): Sitting {
    const sitting: Sitting = {
      id,
      isNew,
      hasChanged: false,
      rows: [],
      first: Number.POSITIVE_INFINITY,
      last: 0,
    };
    this.#byId.set(id, sitting);
    return sitting;
  }
}
