import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { chromium as playwright } from '@playwright/test';
import { isHung, lookAt, shownToAll, viewsOf } from '../lib/deploy/smokeViews.mjs';
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

test('what is shown under a condition is looked at without it, but for what only administrators see', () => {
  const fill = (expose, when) => ({ point: 'shell/dashboard', expose, name: expose, when });
  const described = (name) =>
    shownToAll({
      name,
      pages: [
        { path: '/lending', expose: 'Page', when: { flag: 'mf-a/new', online: false, language: ['de'] } },
        { path: '/lent', expose: 'AdminPage', when: { role: 'admin' } },
      ],
      fills: [fill('Card', { flag: 'mf-a/new', format: ['pdf'] }), fill('AdminCard', { role: 'admin' })],
    });
  const { pages, fills } = described('mf-a');
  assert.deepEqual([pages[0].when, fills[0].when], [{}, { format: ['pdf'] }]);
  const views = viewsOf(described('mf-a'), { beside: [described('mf-b')], bookId: 'b1' });
  assert.deepEqual(
    views.map(({ own, others }) => [...own, ...others]),
    [['mf-a/Page'], ['mf-a/Card', 'mf-b/Card']],
  );
});
