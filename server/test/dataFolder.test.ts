import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startHousekeeping } from '../src/housekeeping.ts';
import { client } from './support/client.ts';
import { spawnServer, startServer } from './support/server.ts';

test('[S-14] the data folder and its files are readable by their owner only, also when they existed before', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-open-'));
  try {
    await chmod(dataDir, 0o755);
    await mkdir(join(dataDir, 'blobs'), { mode: 0o755 });
    await writeFile(join(dataDir, 'lectern.db'), '', { mode: 0o644 });
    const first = await spawnServer(dataDir);
    const ada = client(first.origin, '/v1');
    await ada.register({ email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' });
    assert.deepEqual((await ada.call('GET /admin/overview', {})).warnings, []);
    const form = new FormData();
    form.set('file', new Blob(['no book']), 'a.epub');
    await ada.fetch('/v1/books', { method: 'POST', body: form });
    assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
    for (const entry of await readdir(dataDir, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      const mode = (await stat(path)).mode & 0o777;
      assert.equal(mode & 0o077, 0, `${path} ${mode.toString(8)}`);
    }
    await first.kill();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('[S-12] an untrusted proxy is reported to the administrator', async () => {
  const server = await startServer();
  try {
    const ada = await server.reader('ada');
    assert.deepEqual((await ada.call('GET /admin/overview', {})).warnings, []);
    await server.visitor.try('GET /health', {}, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    assert.deepEqual((await ada.call('GET /admin/overview', {})).warnings, ['untrusted_proxy']);
  } finally {
    await server.stop();
  }
  const trusting = await startServer({ config: { trustProxy: true } });
  try {
    const ada = await trusting.reader('ada');
    await trusting.visitor.try('GET /health', {}, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    assert.deepEqual((await ada.call('GET /admin/overview', {})).warnings, []);
  } finally {
    await trusting.stop();
  }
});

test('[S-16] problem reports, messages and web vitals expire', async () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const server = await startServer({ services: { now: () => now }, config: { reportDays: 60 } });
  const kept = async () => {
    (await startHousekeeping(server.services, { error: (_, message) => assert.fail(message) })).stop();
    const rows = await server.services.db.selectFrom('reports').select('kind').orderBy('kind').execute();
    return rows.map(({ kind }) => kind);
  };
  try {
    await server.visitor.call('POST /reports', { body: { version: '1', route: '/', error: 'x' } });
    await server.visitor.call('POST /contact', {
      body: { name: 'Cy', email: 'cy@example.org', message: 'Hello' },
    });
    const metrics = [{ name: 'LCP' as const, value: 1_000, rating: 'good' as const }];
    await server.visitor.call('POST /vitals', {
      body: { consent: 'analytics', version: '1', route: '/', metrics },
    });
    const pass = (days: number) => {
      now = new Date(now.getTime() + days * 86_400_000);
    };
    pass(27);
    assert.deepEqual(await kept(), ['contact', 'problem', 'vitals']);
    pass(2);
    assert.deepEqual(await kept(), ['contact', 'problem']);
    pass(32);
    assert.deepEqual(await kept(), []);
  } finally {
    await server.stop();
  }
});
