/**
 * Three processes behind HAProxy, with one PostgreSQL and one bucket. A request costs the same with three as with one;
 * and while one of them is killed every ten seconds under load, no answered write is lost or duplicated.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makeEpub } from '../server/test/support/epub.ts';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { newReader } from './lib/libraryServer.ts';
import { type Replica, type Spent, startReplicas } from './lib/replicaSet.ts';
import { onShelf, roundOf, type Shelf } from './lib/shelves.ts';

/** Milliseconds of the load under which processes are killed. */
const stretch = Number(process.env.LECTERN_BENCH_MINUTES ?? 5) * 60_000;
const [writers, writesPerUpload, killEvery, mostTakeover] = [12, 25, 10_000, 20_000];
/** Rounds of requests in each turn of one and three. */
const rounds = Number(process.env.LECTERN_BENCH_ROUNDS ?? 10);
const [costReaders, turns] = [6, 4];
/** Milliseconds for which the idle processor time of the processes is measured. */
const idleFor = 5_000;
/** Milliseconds between two attempts of an unanswered request, as in the app. */
const retryAfter = 250;

export const replicas: ServerBenchmark = {
  name: 'replicas',
  async run() {
    const set = await startReplicas(3);
    try {
      const [one, three] = [set.replicas.slice(0, 1), set.replicas];
      const [urlOfOne, urlOfThree] = [await set.proxyFor(one), await set.proxyFor(three)];
      const urlsOfSeparate: string[] = [];
      for (const each of set.separate) urlsOfSeparate.push(await set.proxyFor([each]));
      const cost = await costs({
        one: { urls: [urlOfOne], of: one },
        three: { urls: [urlOfThree], of: three },
        separate: { urls: urlsOfSeparate, of: set.separate },
      });
      return [...cost, ...(await killed(urlOfThree, three))];
    } finally {
      await set.stop();
    }
  },
};

interface Processes {
  /** Readers take turns among these. */
  urls: readonly string[];
  of: readonly Replica[];
}

interface Arrangement extends Processes {
  readers: number;
}

/**
 * The same requests in turn through one process, and through three with as many readers and with as many for each
 * process: a process with more requests at a time spends less on each of them. Three busy processes also share the
 * cores and caches of the machine. Three processes with a library each do so, too: compared with them, what remains is
 * the cost of sharing one library.
 */
async function costs(processes: Record<'one' | 'three' | 'separate', Processes>): Promise<Figure[]> {
  const { one, three, separate } = processes;
  const manyReaders = costReaders * three.of.length;
  const [single, shared, apart, sharedMany, apartMany] = await spentPerRequest([
    { ...one, readers: costReaders },
    { ...three, readers: costReaders },
    { ...separate, readers: costReaders },
    { ...three, readers: manyReaders },
    { ...separate, readers: manyReaders },
  ] as const);
  const figure = (name: string, what: keyof Spent, ours: Spent, reference: Spent): Figure => {
    const scale = what === 'cpuSeconds' ? 1_000 : 1;
    return {
      name: `${what === 'cpuSeconds' ? 'CPU' : 'statements'} of a request at three processes / ${name}`,
      unit: what === 'cpuSeconds' ? 'ms' : 'statements',
      ours: ours[what] * scale,
      reference: reference[what] * scale,
      ratio: ours[what] / reference[what],
      promised: 1.05,
    };
  };
  const byReaders = (readers: string, ours: Spent, reference: Spent): Figure[] => [
    figure(`at one, ${readers}`, 'cpuSeconds', ours, single),
    figure(`at one, ${readers}`, 'statements', ours, single),
    figure(`at three with a library each, ${readers}`, 'cpuSeconds', ours, reference),
  ];
  return [
    ...byReaders('as many readers', shared, apart),
    ...byReaders('as many readers for each process', sharedMany, apartMany),
  ];
}

/** Of each arrangement, measured in turn. */
async function spentPerRequest<Arrangements extends readonly Arrangement[]>(
  arrangements: Arrangements,
): Promise<{ [At in keyof Arrangements]: Spent }> {
  const shelves = await Promise.all(
    arrangements.map(async ({ urls, readers }) => {
      const some: Shelf[] = [];
      for (let at = 0; at < readers; at++)
        some.push(await onShelf(await newReader(urls[at % urls.length] as string), at));
      return some;
    }),
  );
  // Idle processor time of the processes is not part of a request, and is three times as much with three.
  const idle: Spent[] = [];
  for (const { of } of arrangements) {
    const before = await totalOf(of);
    await wait(idleFor);
    idle.push(difference(await totalOf(of), before));
  }
  const measure = async (at: number): Promise<Spent> => {
    const { of } = arrangements[at] as Arrangement;
    const before = await totalOf(of);
    const begun = performance.now();
    let requests = 0;
    await Promise.all(
      (shelves[at] ?? []).map(async (shelf) => {
        for (let round = 0; round < rounds; round++) {
          const made = await roundOf(shelf);
          requests += made;
        }
      }),
    );
    const spent = difference(await totalOf(of), before);
    const idleTimes = (performance.now() - begun) / idleFor;
    const byItself = idle[at] ?? { cpuSeconds: 0, statements: 0 };
    return {
      cpuSeconds: (spent.cpuSeconds - byItself.cpuSeconds * idleTimes) / requests,
      statements: (spent.statements - byItself.statements * idleTimes) / requests,
    };
  };
  // Until the code of each process is compiled: of three, each gets a third of the requests.
  for (const [at, { of }] of arrangements.entries())
    for (let round = 0; round < 2 * of.length; round++) await measure(at);
  const measured = arrangements.map((): Spent[] => []);
  for (let turn = 0; turn < turns; turn++)
    for (const at of arrangements.keys()) measured[at]?.push(await measure(at));
  const mean = (all: Spent[], what: keyof Spent) => all.reduce((sum, spent) => sum + spent[what], 0) / turns;
  return measured.map((all) => ({
    cpuSeconds: mean(all, 'cpuSeconds'),
    statements: mean(all, 'statements'),
  })) as { [At in keyof Arrangements]: Spent };
}

const difference = (after: Spent, before: Spent): Spent => ({
  cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  statements: after.statements - before.statements,
});

async function totalOf(some: readonly Replica[]): Promise<Spent> {
  const all = await Promise.all(some.map(({ spent }) => spent()));
  return {
    cpuSeconds: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    statements: all.reduce((sum, { statements }) => sum + statements, 0),
  };
}

interface Written {
  token: string;
  /** Writes that were answered. */
  notes: string[];
  uploads: string[];
  retries: number;
  /** Milliseconds from the first attempt to the answer. */
  longest: number;
}

/** An upload is answered when it has been read: its longest wait is until another process takes it over. */
async function killed(url: string, all: readonly Replica[]): Promise<Figure[]> {
  const end = performance.now() + stretch;
  const written: Written[] = [];
  for (let at = 0; at < writers; at++) {
    const { token } = await newReader(url);
    written.push({ token, notes: [], uploads: [], retries: 0, longest: 0 });
  }
  const killing = killInTurns(all, end);
  await Promise.all(written.map((one) => writeUntil(url, one, end)));
  const kills = await killing;
  let [lost, doubled] = [0, 0];
  for (const one of written) {
    const notes = await contentsOf(url, one.token);
    const titles = await titlesOf(url, one.token);
    for (const [expected, there] of [
      [one.notes, notes],
      [one.uploads, titles],
    ] as const)
      for (const name of expected) {
        const times = there.filter((each) => each === name).length;
        if (times === 0) lost += 1;
        if (times > 1) doubled += 1;
      }
  }
  const answered = written.reduce((sum, { notes, uploads }) => sum + notes.length + uploads.length, 0);
  const retries = written.reduce((sum, one) => sum + one.retries, 0);
  const longest = Math.max(...written.map((one) => one.longest));
  console.log(`    ${kills} kills, ${answered} writes answered, ${retries} retries`);
  const counted = (name: string, count: number): Figure => ({
    name: `${name}, of ${answered} that were answered during ${kills} kills`,
    unit: 'requests',
    ours: count,
    reference: answered,
    ratio: count,
    promised: 0,
  });
  return [
    counted('writes that were lost', lost),
    counted('writes that were doubled', doubled),
    {
      name: `longest wait for a note or for a book to be read in / ${mostTakeover / 1_000} s`,
      unit: 'ms',
      ours: longest,
      reference: mostTakeover,
      ratio: longest / mostTakeover,
      promised: 1,
    },
  ];
}

/** One after the other, each restarted at once. @returns how many were killed */
async function killInTurns(all: readonly Replica[], end: number): Promise<number> {
  const starting = new Map<Replica, Promise<void>>();
  let kills = 0;
  while (performance.now() + killEvery < end) {
    await wait(killEvery);
    const victim = all[kills % all.length] as Replica;
    await starting.get(victim);
    await victim.server.kill('SIGKILL');
    starting.set(victim, victim.server.restart());
    kills += 1;
  }
  await Promise.all(starting.values());
  return kills;
}

/** Notes, and sometimes a book, each retried until it is answered, with the same key. */
async function writeUntil(url: string, one: Written, end: number): Promise<void> {
  for (let at = 1; performance.now() < end; at++) {
    const name = `${at}-${randomUUID()}`;
    const file = at % writesPerUpload === 0 ? await makeEpub({ title: name }) : null;
    const begun = performance.now();
    await sendUntilAnswered(url, one, name, file);
    one.longest = Math.max(one.longest, performance.now() - begun);
    (file === null ? one.notes : one.uploads).push(name);
  }
}

async function sendUntilAnswered(
  url: string,
  one: Written,
  name: string,
  file: Uint8Array | null,
): Promise<void> {
  const headers = { authorization: `Bearer ${one.token}`, 'idempotency-key': randomUUID() };
  const json = { ...headers, 'content-type': 'application/json' };
  for (;;) {
    const form = new FormData();
    if (file !== null) form.append('file', new Blob([new Uint8Array(file)]), 'book.epub');
    const init =
      file === null ? { headers: json, body: JSON.stringify({ content: name }) } : { headers, body: form };
    const answer = await fetch(`${url}/v1/${file === null ? 'notes' : 'books'}`, {
      method: 'POST',
      ...init,
    }).catch(() => null);
    // Read completely: an interrupted answer does not count.
    const text = await answer?.text().catch(() => null);
    if (answer?.ok && typeof text === 'string') return;
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`A write was rejected: ${answer.status} ${text}`);
    one.retries += 1;
    await wait(retryAfter);
  }
}

const contentsOf = async (url: string, token: string) =>
  (await allOf<{ content: string }>(`${url}/v1/notes`, token)).map(({ content }) => content);
const titlesOf = async (url: string, token: string) =>
  (await allOf<{ title: string }>(`${url}/v1/books`, token)).map(({ title }) => title);

async function allOf<Item>(url: string, token: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${url}?limit=200${next}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    const page = (await answer.json()) as { items: Item[]; next_cursor: string | null };
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}
