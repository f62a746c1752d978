import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine } from './support/commandLine.ts';
import { spawnServer } from './support/server.ts';

test('[O-08] a reset link of the command line has the address at which the server listens', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-reset-'));
  const onFiles = { DATABASE_URL: '', S3_BUCKET: '' };
  const server = await spawnServer(dataDir, { ...onFiles, LECTERN_BASE_PATH: '/books' });
  try {
    const reader = { email: 'ada@example.org', password: 'correct horse', name: 'Ada' };
    await fetch(`${server.origin}/books/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(reader),
    });
    const args = ['reset-link', reader.email];
    const { stdout } = await commandLine(args, { DATA_DIR: dataDir });
    assert.ok(stdout.startsWith(`${server.origin}/books/login#reset=`), stdout);
    const origin = 'https://books.example.org';
    const own = await commandLine(args, { DATA_DIR: dataDir, LECTERN_ORIGIN: origin });
    assert.ok(own.stdout.startsWith(`${origin}/login#reset=`), own.stdout);
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true });
  }
});
