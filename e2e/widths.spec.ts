import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { goWithin, readerPages, untilSettled, visitorPages } from './support/pages.ts';
import { steady } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

// Windows of other widths are tested in accessibility.spec.ts, which opens each page anyway.
test('nothing is lost with 200 % text size in a window of 1280 × 800', async ({ page, request, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } });
  await withConsent(context);
  const found: string[] = [];
  const measure = async (path: string) => {
    const { scrollWidth, clientWidth } = await steady(page, () =>
      page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      })),
    );
    if (scrollWidth > clientWidth) found.push(`${path}: ${scrollWidth} in ${clientWidth}`);
  };
  const walk = async ([first = '/', ...others]: readonly string[]) => {
    await page.goto(first);
    await untilSettled(page);
    await measure(first);
    for (const path of others) {
      await goWithin(page, path);
      await measure(path);
    }
  };
  await walk(visitorPages);
  const { token } = await alreadySignedIn(page, request);
  await upload(request, token, await makeEpub());
  await walk(readerPages);
  expect(found).toEqual([]);
});
