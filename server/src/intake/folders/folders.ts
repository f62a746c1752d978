import { randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import { type ErrorLog, runInBackground } from '../../run/common/runInBackground.ts';
import type { Folders } from '../../run/services/folders.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import { changeRows } from '../../store/rows.ts';
import type { Tables } from '../../store/schema.ts';
import { createCalibreReader } from './calibre/calibreReader.ts';
import { isCalibre } from './calibre/copyLibrary.ts';
import { lookAtCalibre } from './calibre/lookAtCalibre.ts';
import { lookAtZip } from './calibre/lookAtZip.ts';
import { lookAtFiles } from './files/lookAtFiles.ts';
import type { FolderRow } from './taking/folderRows.ts';
import { type Look, type Looked, type Memory, noMemory } from './taking/look.ts';
import { FolderProblem, problems } from './taking/problems.ts';
import type { FolderServices } from './taking/takeFile.ts';

/** A look is followed by a pause of this many times its duration. */
const restShare = 5;

export interface FolderTimes {
  /** Milliseconds between two looks at a folder; disks of a network say nothing by themselves. */
  everyMs: number;
  /** Milliseconds for which a file must not change before it is taken in. */
  settleMs: number;
  /** Milliseconds until a folder that the operator has added is found. */
  findMs: number;
}

const usualTimes: FolderTimes = { everyMs: 60_000, settleMs: 2_000, findMs: 10_000 };

/** Another process looks at a folder once this one has not said for so long, in milliseconds, that it does. */
const leaseMs = 60_000;
/** How often, in milliseconds, the reader is told how far it is. */
const tellMs = 1_000;

/** What this process knows of a folder beside its row. */
interface Known {
  memory: Memory;
  nextAt: number;
  /** Milliseconds until it may be looked at again: a look at many files takes its time. */
  pauseMs: number;
  running: Promise<void> | null;
  watch: ReturnType<typeof watchFolders>;
}

/** Looks at the folders of readers, and takes their files in as uploads. */
export function createFolders(
  services: FolderServices,
  log: ErrorLog,
  times: FolderTimes = usualTimes,
): Folders {
  const { db } = services;
  const reader = createCalibreReader(log);
  const holder = randomUUID();
  const known = new Map<string, Known>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake = new AbortController();
  let work: Promise<void> = Promise.resolve();

  const knownOf = (id: string): Known => {
    const found = known.get(id);
    if (found) return found;
    const one: Known = {
      memory: noMemory(),
      nextAt: 0,
      pauseMs: times.settleMs,
      running: null,
      watch: watchFolders(() => {
        one.nextAt = Math.min(one.nextAt, Date.now() + one.pauseMs);
        wake.abort();
      }),
    };
    known.set(id, one);
    return one;
  };

  /** One look at a folder at a time. */
  const lookOnce = (id: string): Promise<void> => {
    const one = knownOf(id);
    one.running ??= lookAt(id, one)
      .catch((err: unknown) => log.error({ err }, 'a folder could not be looked at'))
      .finally(() => {
        one.running = null;
        wake.abort();
      });
    return one.running;
  };

  async function lookAt(id: string, one: Known): Promise<void> {
    one.nextAt = Date.now() + times.everyMs;
    const folder = await claim(id);
    if (folder === null) return;
    const renewal = setInterval(() => {
      runInBackground(() => claim(id), log, 'the lease of a folder was not renewed');
    }, leaseMs / 3);
    try {
      const began = Date.now();
      const looked = await lookOf(folder, one.memory);
      one.memory = looked.memory;
      const restMs = (Date.now() - began) * restShare;
      one.pauseMs = Math.min(times.everyMs, Math.max(times.settleMs, restMs));
      if (looked.waits) one.nextAt = Date.now() + one.pauseMs;
      one.watch.set(looked.folders);
      if (!signal.aborted) await save(folder, { state: 'watching', problem: null }, looked.hasNews);
    } catch (error) {
      const problem = sentenceOf(error);
      if (problem === problems.failed) log.error({ err: error }, `${basename(folder.path)} was not taken in`);
      await save(folder, { state: 'stopped', problem }, false);
    } finally {
      clearInterval(renewal);
      await changeRows(db, 'folders', { id, holder }, { lease_until: null });
    }
  }

  async function lookOf(row: FolderRow, memory: Memory): Promise<Looked> {
    const kind = row.kind !== 'zip' && (await isCalibre(row.path)) ? 'calibre' : row.kind;
    const folder = { ...row, kind };
    if (kind !== row.kind) await changeRows(db, 'folders', { id: row.id }, { kind });
    let done = 0;
    let toldAt = 0;
    const tell = async (change: { total?: number; done: number }) => {
      toldAt = Date.now();
      await changeRows(db, 'folders', { id: row.id }, { state: 'taking_in', ...change });
    };
    const look: Look = {
      services,
      folder,
      signal,
      begin: (total) => tell({ total, done: 0 }),
      async done() {
        done += 1;
        if (Date.now() - toldAt > tellMs) await tell({ done });
      },
    };
    if (kind === 'zip') return lookAtZip(look, reader);
    return kind === 'calibre' ? lookAtCalibre(look, reader, memory) : lookAtFiles(look, memory);
  }

  /** @returns the folder; null when it was removed, is a zip that was taken in, or another process looks at it */
  async function claim(id: string): Promise<FolderRow | null> {
    const now = services.now();
    const lease_until = new Date(now.getTime() + leaseMs).toISOString();
    let free = db.updateTable('folders').set({ holder, lease_until }).where('id', '=', id).where(isToLookAt);
    if (services.engine.shared)
      free = free.where(({ eb, or }) =>
        or([
          eb('holder', '=', holder),
          eb('lease_until', 'is', null),
          eb('lease_until', '<', now.toISOString()),
        ]),
      );
    return (await free.returningAll().executeTakeFirst()) ?? null;
  }

  /** Open pages of the reader fetch again what is news. */
  async function save(
    { id, user_id, ...before }: FolderRow,
    after: Pick<FolderRow, 'state' | 'problem'>,
    hasNews: boolean,
  ): Promise<void> {
    const looked_at = services.now().toISOString();
    const store = (trx: FolderServices['db']) => changeRows(trx, 'folders', { id }, { ...after, looked_at });
    const isNews = hasNews || before.state !== after.state || before.problem !== after.problem;
    await (isNews ? changeAndNotify(services, user_id, ['books'], store) : store(db));
  }

  /** Begins the looks that are due. @returns milliseconds until the next one */
  async function beginDue(): Promise<number> {
    const due = db.selectFrom('folders').select('id').where(isToLookAt);
    const ids = new Set((await due.execute()).map(({ id }) => id));
    for (const [id, one] of known) {
      if (ids.has(id) || one.running) continue;
      one.watch.set([]);
      known.delete(id);
    }
    for (const id of ids) {
      const { nextAt, running } = knownOf(id);
      if (!running && nextAt <= Date.now())
        runInBackground(() => lookOnce(id), log, 'a folder was not looked at');
    }
    const next = [...known.values()].filter(({ running }) => !running).map(({ nextAt }) => nextAt);
    return Math.max(100, Math.min(times.findMs, ...next.map((at) => at - Date.now())));
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      wake = new AbortController();
      const pause = await beginDue().catch((err: unknown) => {
        log.error({ err }, 'the folders of readers could not be read');
        return times.findMs;
      });
      const until = AbortSignal.any([signal, wake.signal]);
      await wait(pause, null, { signal: until, ref: false }).catch(() => {});
    }
  }

  return {
    start() {
      work = run();
    },
    async look(id) {
      await known.get(id)?.running;
      await lookOnce(id);
    },
    async stop() {
      stopping.abort();
      await work;
      for (const { watch } of known.values()) watch.set([]);
      await Promise.all([...known.values()].map(({ running }) => running));
      await reader.stop();
    },
  };
}

/** A zip is looked at until it was taken in. */
const isToLookAt = ({ or, eb }: ExpressionBuilder<Tables, 'folders'>) =>
  or([eb('kind', '!=', 'zip'), eb('zip', 'is not', null)]);

/** What the reader is told. */
function sentenceOf(error: unknown): string {
  if (error instanceof FolderProblem) return error.message;
  return error instanceof AppError && error.code !== 'server_error' ? error.message : problems.failed;
}

/** Folders that are watched; the looks in between find what happens in others. */
const maxWatched = 2_000;

/**
 * Watches folders, each by itself, where the system can: folders of a network often say nothing.
 * @param changed called when something in one of them has changed
 */
function watchFolders(changed: () => void) {
  const watchers = new Map<string, FSWatcher>();
  const end = (path: string) => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };
  return {
    /** Watches these from now on, and no others. */
    set(paths: readonly string[]): void {
      const wanted = new Set(paths.slice(0, maxWatched));
      for (const path of watchers.keys()) if (!wanted.has(path)) end(path);
      for (const path of wanted) {
        if (watchers.has(path)) continue;
        try {
          const watcher = watch(path, { persistent: false }, changed);
          watcher.on('error', () => end(path));
          watchers.set(path, watcher);
        } catch {
          // Not here, or too many already: the next look finds what has changed.
        }
      }
    },
  };
}
