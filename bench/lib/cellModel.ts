/** A model of very many readers, and of the libraries (cells) that contain them: docs/operators.md, Cells. */

/** The data and activity of one reader. */
interface ModelReader {
  id: number;
  databaseBytes: number;
  fileBytes: number;
  /** Probability of reading at the busiest moment of the day. */
  atPeak: number;
}

/** Totals of a cell. */
export interface CellLoad {
  readers: number;
  databaseBytes: number;
  fileBytes: number;
  /** Readers who read at the busiest moment. */
  atPeak: number;
}

/** Database bytes as measured in docs/operators.md, What a reader stores. */
const bytesOf = { character: 2.4, highlight: 610, session: 1_700 };

/**
 * Assumptions about readers, which have not been measured: half of them have at most twelve books, and one in forty has
 * more than 130; a third reads on a given day, half of these for at most 25 minutes, and an eighth of all reading is in
 * the busiest hour.
 */
const assumed = {
  books: { median: 12, spread: 1.2, most: 5_000 },
  charactersOfBook: 450_000,
  fileBytesOfBook: 2_000_000,
  highlightsOfBook: 5,
  sessionsAYear: 150,
  readsToday: 1 / 3,
  minutes: { median: 25, spread: 0.8, most: 480 },
  busiestHour: 1 / 8,
};

/** The same readers in each run. */
export function* modelReaders(count: number): Generator<ModelReader> {
  const next = randomNumbers(20_261_123);
  const skewed = ({ median, spread, most }: { median: number; spread: number; most: number }) => {
    // Two uniform numbers give one of a normal distribution (Box-Muller).
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return Math.min(most, median * Math.exp(spread * normal));
  };
  for (let id = 0; id < count; id++) {
    const books = Math.round(skewed(assumed.books));
    const text = books * assumed.charactersOfBook * bytesOf.character;
    const marks = books * assumed.highlightsOfBook * bytesOf.highlight;
    const sessions = assumed.sessionsAYear * bytesOf.session;
    yield {
      id,
      databaseBytes: text + marks + sessions,
      // As uploaded and as served.
      fileBytes: books * assumed.fileBytesOfBook * 2,
      atPeak: ((assumed.readsToday * skewed(assumed.minutes)) / 60) * assumed.busiestHour,
    };
  }
}

/**
 * The cell of a reader by rendezvous hashing: a new cell takes its share from all others, and no reader moves between
 * the existing ones.
 */
export function cellOf(id: number, cells: number): number {
  let [best, highest] = [0, -1];
  for (let cell = 0; cell < cells; cell++) {
    const hash = mix(id ^ Math.imul(cell + 1, 0x9e3779b1));
    if (hash > highest) [best, highest] = [cell, hash];
  }
  return best;
}

/** @returns the totals of each cell */
export function placeReaders(readers: Iterable<ModelReader>, cells: number): CellLoad[] {
  const loads = Array.from({ length: cells }, () => ({
    readers: 0,
    databaseBytes: 0,
    fileBytes: 0,
    atPeak: 0,
  }));
  for (const reader of readers) {
    const load = loads[cellOf(reader.id, cells)] as CellLoad;
    load.readers += 1;
    load.databaseBytes += reader.databaseBytes;
    load.fileBytes += reader.fileBytes;
    load.atPeak += reader.atPeak;
  }
  return loads;
}

/** The finalizer of MurmurHash3: each input bit affects half of the output bits. */
function mix(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
