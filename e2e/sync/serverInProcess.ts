/** The server in the process of the test. It is called without sockets, which took most of a schedule's time. */
import { rmSync } from 'node:fs';
import type { InjectOptions } from 'fastify';
import { CompiledQuery } from 'kysely';
import { buildApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/run/config/config.ts';
import { makeDataFolder, type SyncServer } from './server.ts';
import { createTestDatabase } from './testDatabase.ts';

export async function startServerInProcess(): Promise<SyncServer> {
  const dataDir = makeDataFolder();
  const config = loadConfig({ DATA_DIR: dataDir, LECTERN_LOG: 'silent', HOST: '127.0.0.1' });
  const { app, services, close } = await buildApp(config);
  const { db } = services;
  const runSql = async (sql: string, values: readonly (string | number)[] = []) =>
    (await db.executeQuery<object>(CompiledQuery.raw(sql, [...values]))).rows;

  return {
    ...(await createTestDatabase(runSql, config.secret)),
    root: 'http://127.0.0.1/v1',
    async fetch({ pathname, search }, { method = 'GET', headers, body }) {
      const answer = await app.inject({
        method: method as InjectOptions['method'],
        url: `${pathname}${search}`,
        headers: Object.fromEntries(new Headers(headers)),
        ...(body == null ? {} : { payload: String(body) }),
      });
      const isEmpty = answer.statusCode === 204 || answer.statusCode === 304 || method === 'HEAD';
      return new Response(isEmpty ? null : Uint8Array.from(answer.rawPayload), {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      });
    },
    kill: unkillable,
    restart: unkillable,
    async stop() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function unkillable(): never {
  throw new Error('This server ends only with the test.');
}
