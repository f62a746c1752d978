/**
 * A million readers, distributed over cells by the measured cost of a request and the stored data of a reader: how many
 * cells they need, which limit of a cell is reached first, and how evenly they are distributed. A model, not a load
 * test.
 */
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { type CellLoad, cellOf, modelReaders, placeReaders } from './lib/cellModel.ts';
import { libraryServer } from './lib/libraryServer.ts';
import { processorTime } from './lib/processorTime.ts';
import { onShelf, roundOf } from './lib/shelves.ts';

const readers = 1_000_000;
const rounds = 60;
/** Requests in an hour of reading: docs/operators.md, What a request costs. */
const requestsAnHour = 200;
/**
 * Limits of one cell: a database that can be backed up in a night, files that a bucket can list in minutes, and six
 * processes, which a PostgreSQL with 100 connections supports.
 */
const limits = { databaseBytes: 1e12, fileBytes: 20e12, cores: 6 };
/** Factor for reserve capacity, and the allowed factor of the fullest cell over the mean. */
const [spare, mostUneven] = [1.2, 1.1];

export const cells: ServerBenchmark = {
  name: 'cells',
  async run(): Promise<Figure[]> {
    const cpuMs = await cpuOfRequest();
    const coresOf = ({ atPeak }: CellLoad) => (atPeak * requestsAnHour * cpuMs) / 3_600_000;
    const [whole] = placeReaders(modelReaders(readers), 1) as [CellLoad];
    const needed = {
      database: whole.databaseBytes / limits.databaseBytes,
      files: whole.fileBytes / limits.fileBytes,
      processes: coresOf(whole) / limits.cores,
    };
    const [first, most] = Object.entries(needed).sort(([, one], [, other]) => other - one)[0] as [
      string,
      number,
    ];
    const count = Math.ceil(most * spare);
    const loads = placeReaders(modelReaders(readers), count);
    const fullest = (of: (load: CellLoad) => number) => Math.max(...loads.map(of));
    const gigabytes = (bytes: number) => Math.round(bytes / 1e9).toLocaleString('en');
    console.log(
      `    ${cpuMs.toFixed(2)} ms of CPU a request; all readers: ${gigabytes(whole.databaseBytes)} GB of databases, ${gigabytes(whole.fileBytes)} GB of files, ${Math.round(whole.atPeak).toLocaleString('en')} who read at once, ${coresOf(whole).toFixed(1)} cores`,
    );
    console.log(
      `    cells by database ${needed.database.toFixed(1)}, by files ${needed.files.toFixed(1)}, by processes ${needed.processes.toFixed(1)}: the limit of the ${first} is met first, ${count} cells with room`,
    );
    const within = (name: string, ours: number, limit: number): Figure => ({
      name: `${name} of the fullest of ${count} cells / its limit`,
      unit: 'score',
      ours,
      reference: limit,
      ratio: ours / limit,
      promised: 1,
    });
    const mean = readers / count;
    let moved = 0;
    for (let id = 0; id < readers; id++) if (cellOf(id, count) !== cellOf(id, count + 1)) moved += 1;
    return [
      within(
        'gigabytes of the database',
        fullest((load) => load.databaseBytes) / 1e9,
        limits.databaseBytes / 1e9,
      ),
      within('gigabytes of files', fullest((load) => load.fileBytes) / 1e9, limits.fileBytes / 1e9),
      within('cores at the busiest moment', fullest(coresOf), limits.cores),
      {
        name: `readers of the fullest of ${count} cells / of the mean`,
        unit: 'score',
        ours: fullest((load) => load.readers),
        reference: mean,
        ratio: fullest((load) => load.readers) / mean,
        promised: mostUneven,
      },
      {
        name: 'readers who move when there is one more cell / its share',
        unit: 'score',
        ours: moved,
        reference: readers / (count + 1),
        ratio: moved / (readers / (count + 1)),
        promised: mostUneven,
      },
    ];
  },
};

/** Mean milliseconds of processor time for the requests of a reader, in a process with SQLite. */
async function cpuOfRequest(): Promise<number> {
  const server = await libraryServer();
  try {
    const shelf = await onShelf(await server.anotherReader(), 0);
    const pid = server.process.pid ?? 0;
    const run = async () => {
      let requests = 0;
      for (let round = 0; round < rounds; round++) requests += await roundOf(shelf);
      return requests;
    };
    // Until its code is compiled.
    await run();
    const before = await processorTime(pid);
    const requests = await run();
    return ((await processorTime(pid)) - before) / requests;
  } finally {
    await server.stop();
  }
}
