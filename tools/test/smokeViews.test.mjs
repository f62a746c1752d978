import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { chromium as playwright } from '@playwright/test';
import { isHung, lookAt } from '../lib/deploy/smokeViews.mjs';
import { chromium, chromiumArgs } from '../lib/processes/chromium.mjs';

for (const [what, script] of [
  ['while it loads', 'for (;;);'],
  ['after it was shown', 'performance.mark("lectern:mf-a/Page"); setTimeout(() => { for (;;); }, 100);'],
])
  test(`[O-05] a page that loops for ever ${what} is reported within the time limit, and its browser ends`, async () => {
    const page = `<!doctype html><main><h1>A</h1></main><script>${script}</script>`;
    const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(page));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await playwright.launch({ executablePath: await chromium(), args: chromiumArgs });
    const started = performance.now();
    try {
      const view = {
        address: `http://127.0.0.1:${server.address().port}/`,
        own: ['mf-a/Page'],
        others: [],
        files: '/remotes/mf-a/',
      };
      const problems = await lookAt(await browser.newContext(), view, 1_000);
      assert.deepEqual(problems, ['the page did not answer within 1 s: a script of it may run for ever']);
      assert.ok(isHung(problems));
    } finally {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    assert.ok(performance.now() - started < 20_000);
  });
