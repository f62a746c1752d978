/**
 * npm run e2e [-- playwright arguments]: journeys in a real Chromium against the built product and a real server.
 * One product and one server for all of them; each test makes an account of its own.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { ready } from './lib/ready.mjs';
import { run } from './lib/run.mjs';

export async function e2e(args = []) {
  const { build } = await import('./build.mjs');
  const { chromium } = await import('./lib/chromium.mjs');
  const { buildIsCurrent, markBuilt } = await import('./lib/stale.mjs');
  const { startServer } = await import('./lib/server.mjs');
  if (!buildIsCurrent()) {
    await build();
    markBuilt();
  }
  const results = join(root, '.cache', 'results');
  mkdirSync(results, { recursive: true });
  const executable = await chromium();
  const server = await startServer({ LECTERN_TRUST_PROXY: '1' });
  try {
    return await run(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...args],
      {
        env: {
          ...process.env,
          LECTERN_URL: server.url,
          LECTERN_CHROMIUM: executable,
          PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'e2e.json'),
        },
      },
    );
  } finally {
    await server.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ready();
  process.exit(await e2e(process.argv.slice(2)));
}
