/**
 * Three processes behind HAProxy, with one PostgreSQL and one bucket. A request costs the same with three as with one;
 * and while one of them is killed every ten seconds under load, no answered write is lost or duplicated.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makeEpub } from '../server/test/support/epub.ts';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { type BenchReader, newReader } from './lib/libraryServer.ts';
import { type Replica, type ReplicaSet, type Spent, startReplicas } from './lib/replicaSet.ts';
import { liveFor, onShelf, type Shelf, writeNote } from './lib/shelves.ts';

/** Milliseconds of the load under which processes are killed. */
const stretch = Number(process.env.LECTERN_BENCH_MINUTES ?? 5) * 60_000;
const [writers, writesPerUpload, killEvery, mostTakeover] = [12, 25, 10_000, 20_000];
/** Readers of each process, who pause after each request so that none is saturated; how often all are measured. */
const [readersEach, pauseMs, turns] = [6, 100, 4];
const measuredMs = 7_000;
/** Until the code of each process is compiled, with shorter pauses. */
const [warmTurns, warmPauseMs, warmMs] = [3, 20, 5_000];
/** More notes than a page has, so that a reader's list does not grow while it is measured. */
const notesBefore = 60;
/** Milliseconds for which the idle processor time of the processes is measured. */
const idleFor = 5_000;
/** Milliseconds between two attempts of an unanswered request, as in the app. */
const retryAfter = 250;

export const replicas: ServerBenchmark = {
  name: 'replicas',
  async run() {
    const set = await startReplicas(3);
    try {
      const all = await set.proxyFor(set.replicas);
      return [...(await costs(set, all)), ...(await killed(all, set.replicas))];
    } finally {
      await set.stop();
    }
  },
};

/** Processes, and the readers whose requests they answer. */
interface Load {
  of: readonly Replica[];
  shelves: Shelf[];
}

/** What is measured, and what the machine does at the same time for other libraries. */
interface Arrangement {
  measured: Load;
  beside: Load[];
}

/**
 * Each process alone, and all three with as many readers for each. Three busy processes share the cores and caches of
 * the machine, so a process is measured twice: on a machine that is busy with other libraries, as it is with three, and
 * on a machine that has nothing else to do.
 */
async function costs({ replicas, neighbors, proxyFor }: ReplicaSet, urlOfAll: string): Promise<Figure[]> {
  const load = async (of: readonly Replica[], url: string): Promise<Load> => {
    const shelves: Shelf[] = [];
    for (let at = 0; at < readersEach * of.length; at++)
      shelves.push(await withNotes(await newReader(url), at));
    return { of, shelves };
  };
  const together = await load(replicas, urlOfAll);
  const [alone, beside]: [Load[], Load[]] = [[], []];
  for (const one of replicas) alone.push(await load([one], await proxyFor([one])));
  for (const one of neighbors) beside.push(await load([one], await proxyFor([one])));
  for (let turn = 0; turn < warmTurns; turn++)
    for (const each of [...alone, ...beside]) await requestsFor(each, warmMs, warmPauseMs);
  const idle = new Map<Replica, Spent>();
  for (const one of replicas) idle.set(one, await idleOf(one));
  const [three, busy, quiet]: [Spent[], Spent[], Spent[]] = [[], [], []];
  for (let turn = 0; turn < turns; turn++) {
    // As often as one: single measurements vary by a tenth and more.
    for (const measured of alone) {
      three.push(await perRequest({ measured: together, beside: [] }, idle));
      busy.push(await perRequest({ measured, beside }, idle));
      quiet.push(await perRequest({ measured, beside: [] }, idle));
    }
  }
  const figure = (name: string, what: keyof Spent, reference: Spent[], promised: number): Figure => {
    const scale = what === 'cpuSeconds' ? 1_000 : 1;
    const mean = (all: Spent[]) => (all.reduce((sum, each) => sum + each[what], 0) / all.length) * scale;
    return {
      name: `${what === 'cpuSeconds' ? 'CPU' : 'statements'} of a request at three processes / ${name}`,
      unit: what === 'cpuSeconds' ? 'ms' : 'statements',
      ours: mean(three),
      reference: mean(reference),
      ratio: mean(three) / mean(reference),
      promised,
      samples: {
        ours: three.map((each) => each[what] * scale),
        reference: reference.map((each) => each[what] * scale),
      },
    };
  };
  return [
    figure('at one', 'statements', busy, 1.05),
    figure('at one, on an equally busy machine', 'cpuSeconds', busy, 1.05),
    figure('at one, on a machine with nothing else to do', 'cpuSeconds', quiet, 1.3),
  ];
}

async function withNotes(reader: BenchReader, at: number): Promise<Shelf> {
  const shelf = await onShelf(reader, at);
  for (let note = 0; note < notesBefore; note++) await writeNote(shelf);
  return shelf;
}

async function requestsFor({ shelves }: Load, milliseconds: number, pause: number): Promise<number> {
  const all = await Promise.all(shelves.map((shelf) => liveFor(shelf, { milliseconds, pause })));
  const refused = all.flatMap((one) => one.refused);
  if (refused.length > 0) throw new Error(`${refused.length} requests were refused: ${refused[0]}`);
  return all.reduce((sum, { times }) => sum + times.length, 0);
}

/** Of a process without readers: this is not part of a request. */
async function idleOf(one: Replica): Promise<Spent> {
  const before = await one.spent();
  await wait(idleFor);
  return difference(await one.spent(), before);
}

async function perRequest({ measured, beside }: Arrangement, idle: Map<Replica, Spent>): Promise<Spent> {
  const before = await totalOf(measured.of);
  const begun = performance.now();
  const [requests] = await Promise.all(
    [measured, ...beside].map((each) => requestsFor(each, measuredMs, pauseMs)),
  );
  const spent = difference(await totalOf(measured.of), before);
  const idleTimes = (performance.now() - begun) / idleFor;
  const cost = (what: keyof Spent) =>
    (spent[what] - idleTimes * measured.of.reduce((sum, one) => sum + (idle.get(one)?.[what] ?? 0), 0)) /
    (requests as number);
  return { cpuSeconds: cost('cpuSeconds'), statements: cost('statements') };
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
