/** A library with many reading sessions, inserted into its database before its server starts. */
import { rmSync } from 'node:fs';
import { buildApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config/config.ts';
import { localTimesOf } from '../../server/src/sessions/timeZone.ts';
import { startServer } from '../../tools/lib/processes/server.mjs';
import { type BenchReader, newReader } from './reader.ts';

export interface SessionsShelf {
  url: string;
  /** Readers with the requested numbers of sessions. */
  readers: BenchReader[];
  stop(): Promise<void>;
}

const day = 86_400_000;

/** @param counts sessions of each reader, spread over five years */
export async function sessionsShelf(counts: readonly number[]): Promise<SessionsShelf> {
  const server = await startServer({ LECTERN_LOG: 'error' });
  const readers: BenchReader[] = [];
  for (const _ of counts) readers.push(await newReader(server.url));
  await server.kill('SIGTERM');
  const config = loadConfig({ DATA_DIR: server.dataDir, LECTERN_LOG: 'silent' });
  const { app, services, close } = await buildApp(config);
  await app.ready();
  const joined = new Date(Date.now() - 5 * 365 * day).toISOString();
  for (const [index, count] of counts.entries()) {
    const userId = readers[index]?.user.id ?? '';
    await services.db.updateTable('users').set({ created_at: joined }).where('id', '=', userId).execute();
    const rows = Array.from({ length: count }, (_, n) => {
      const start = Date.parse(joined) + day + Math.floor((n * (5 * 365 - 2) * day) / count);
      const seconds = 300 + ((n * 7919) % 3_000);
      return {
        id: crypto.randomUUID(),
        user_id: userId,
        book_id: crypto.randomUUID(),
        book_title: `Book ${n % 60}`,
        ...localTimesOf(
          'Europe/Berlin',
          new Date(start).toISOString(),
          new Date(start + seconds * 1_000).toISOString(),
        ),
        seconds,
        start_page: 0,
        end_page: n % 40,
        pages_read: n % 40,
        notes: null,
        settled: 1,
      };
    });
    const paid = rows.flatMap(({ id, user_id, book_id, local_end, ended_at }) =>
      (['reading_session_started', 'reading_session_completed'] as const).map((action) => ({
        id: crypto.randomUUID(),
        user_id,
        action,
        event: id,
        points: action === 'reading_session_started' ? 5 : 10,
        book_id,
        created_at: ended_at ?? joined,
        day: local_end?.slice(0, 10) ?? null,
      })),
    );
    for (let at = 0; at < paid.length; at += 500)
      await services.db
        .insertInto('points')
        .values(paid.slice(at, at + 500))
        .execute();
    for (let at = 0; at < rows.length; at += 500)
      await services.db
        .insertInto('reading_sessions')
        .values(rows.slice(at, at + 500))
        .execute();
  }
  await close();
  await server.restart();
  // Goals and achievements are settled once; only later requests are measured.
  for (const reader of readers) await reader.get('/api/gamification/stats');
  return {
    url: server.url,
    readers,
    async stop() {
      await server.stop();
      rmSync(server.dataDir, { recursive: true, force: true });
    },
  };
}
