/** What a book may do in its frame: nothing but be read. */
import type { Request } from '@playwright/test';
import { newAccount, register, signIn, upload, withConsent } from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { makeEpub } from './support/books.ts';
import { chapterFrame } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// What a service worker keeps is for the journeys offline; here each page would pay for it.
test.use({ serviceWorkers: 'block' });

test('[RD-06, AF-06, AF-07, AF-08] an EPUB cannot run scripts, call out or leave its frame, even when it comes as it is', async ({
  browser,
  request,
  baseURL,
}) => {
  // Without a service worker, so that the chapter can be replaced on its way.
  const context = await withConsent(await browser.newContext({ serviceWorkers: 'block' }));
  const page = await context.newPage();
  const account = await register(request, newAccount());
  const book = await upload(request, account.token, await makeEpub());
  await signIn(page, account);
  const outside: string[] = [];
  const note = (sent: Request) => {
    const url = new URL(sent.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== new URL(baseURL ?? '').origin)
      outside.push(url.href);
  };
  // What the policy has stopped has not left.
  page.on('requestfailed', (sent) => sent.failure()?.errorText !== 'csp' && note(sent));
  page.on('requestfinished', note);
  await page.evaluate(() => {
    addEventListener('message', ({ data }) => localStorage.setItem('heard', String(data)));
  });
  const evil = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>c</title>
    <link rel="stylesheet" href="https://tracker.invalid/s.css"/>
    <style>@import url("https://tracker.invalid/i.css"); body { background: url("https://tracker.invalid/b.png") } @font-face { font-family: x; src: url("https://tracker.invalid/f.woff2") } p { font-family: x }</style>
    <meta http-equiv="refresh" content="0;url=https://tracker.invalid/r"/><base href="https://tracker.invalid/"/></head>
    <body><p id="t">Nothing of this may run.</p>
    <script>parent.postMessage('run', '*'); parent.localStorage.setItem('run', '1'); top.document.title = 'run';</script>
    <img src="x" onerror="parent.localStorage.setItem('run', '2')"/><img src="https://tracker.invalid/p.gif"/>
    <svg xmlns="http://www.w3.org/2000/svg" onload="parent.localStorage.setItem('run', '3')"></svg>
    <iframe src="https://tracker.invalid/f"></iframe><object data="https://tracker.invalid/o"></object>
    <a id="js" href="javascript:parent.localStorage.setItem('run', '4')">a script</a>
    <a id="out" href="https://tracker.invalid/link">a link out</a>
    <form action="https://tracker.invalid/form"><button id="send">send</button></form></body></html>`;
  await page.route('**/content/**/*.xhtml', (route) =>
    route.fulfill({
      headers: { ...fromServer, 'content-type': 'application/xhtml+xml; charset=utf-8' },
      body: evil,
    }),
  );
  await page.goto(`/read/${book.id}`);
  await expect(chapterFrame(page).getByText('Nothing of this may run.')).toBeVisible();
  await chapterFrame(page).locator('#js').click();
  await chapterFrame(page).locator('#send').click();
  await chapterFrame(page).locator('#out').click();
  await expect(page.getByText('https://tracker.invalid/link')).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(chapterFrame(page).getByText('Nothing of this may run.')).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('run'), localStorage.getItem('heard')])).toEqual([
    null,
    null,
  ]);
  expect(await page.title()).not.toBe('run');
  expect(outside).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
  await context.close();
});
