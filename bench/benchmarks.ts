import { deepLink } from './deep-link.ts';
import { ingest } from './ingest.ts';
import { landing } from './landing.ts';
import type { Benchmark, ServerBenchmark } from './lib/bench.ts';
import { libraryScale } from './library-scale.ts';
import { listBooks } from './list-books.ts';
import { mentor } from './mentor.ts';
import { neighbour } from './neighbour.ts';
import { offline } from './offline.ts';
import { openBook } from './open-book.ts';
import { search } from './search.ts';
import { turnPages } from './turn-pages.ts';

/** Server-only benchmarks, in the order in which they run. They need neither a build nor a browser. */
export const serverBenchmarks: readonly ServerBenchmark[] = [listBooks, ingest, neighbour, mentor];

/** Benchmarks in a browser, in the order in which they run. */
export const browserBenchmarks: readonly Benchmark[] = [
  landing,
  openBook,
  deepLink,
  turnPages,
  libraryScale,
  search,
  offline,
];
