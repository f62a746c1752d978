import { timeOfBuilds } from '../build.ts';
import { cells } from '../cells.ts';
import { deepLink } from '../deep-link.ts';
import { devices } from '../devices.ts';
import { dictionary } from '../dictionary.ts';
import { costOfFederation } from '../federation.ts';
import { fixedSpread } from '../fixed-spread.ts';
import { fullText } from '../full-text.ts';
import { idleMemory } from '../idle-memory.ts';
import { importMany } from '../import.ts';
import { ingest } from '../ingest.ts';
import { landing } from '../landing.ts';
import type { Benchmark, ServerBenchmark } from '../lib/bench.ts';
import { libraryScale } from '../library-scale.ts';
import { lighthouse } from '../lighthouse.ts';
import { listBooks } from '../list-books.ts';
import { live } from '../live.ts';
import { load } from '../load.ts';
import { mentor } from '../mentor.ts';
import { neighbour } from '../neighbour.ts';
import { offline } from '../offline.ts';
import { openAgain } from '../open-again.ts';
import { openBook } from '../open-book.ts';
import { readAloud } from '../read-aloud.ts';
import { manyRemotes } from '../remotes.ts';
import { replicas } from '../replicas.ts';
import { scrollPdf } from '../scroll-pdf.ts';
import { search } from '../search.ts';
import { sessionWidget } from '../session-widget.ts';
import { statistics } from '../statistics.ts';
import { turnPages } from '../turn-pages.ts';
import { weightOfFederation } from '../weight.ts';

/** Server-only benchmarks, in the order in which they run. They need neither a build nor a browser. */
export const serverBenchmarks: readonly ServerBenchmark[] = [
  listBooks,
  fullText,
  idleMemory,
  ingest,
  importMany,
  neighbour,
  devices,
  dictionary,
  mentor,
  load,
  replicas,
  cells,
  manyRemotes,
];

/** Benchmarks in a browser, in the order in which they run. */
export const browserBenchmarks: readonly Benchmark[] = [
  landing,
  lighthouse,
  offline,
  openBook,
  costOfFederation,
  timeOfBuilds,
  deepLink,
  openAgain,
  turnPages,
  scrollPdf,
  readAloud,
  fixedSpread,
  weightOfFederation,
  libraryScale,
  sessionWidget,
  statistics,
  search,
  live,
];
