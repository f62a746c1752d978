import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { goWithin, readerPages, untilSettled, visitorPages } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block', reducedMotion: 'reduce' });

const ofReader = [...readerPages, '/library?tab=statistics', '/admin', '/library?tab=notes'];
const widths = [320, 820, 1440];

/** Whether the page overflows, and texts of controls and headings that are cut off without an ellipsis. */
function cutOff(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`page ${scrollWidth} in ${clientWidth}`] : [];
  const cut = [
    ...document.querySelectorAll<HTMLElement>('button, a, [role="tab"], h1, h2, h3, label, dt, dd, th'),
  ]
    .filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const hides = overflowX === 'hidden' || overflowX === 'clip';
      // One pixel wide: for screen readers only.
      return (
        hides &&
        textOverflow !== 'ellipsis' &&
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1
      );
    })
    .map((element) => `${element.tagName} “${(element.textContent ?? '').trim().slice(0, 40)}”`);
  return [...wide, ...cut];
}

/** The spacing of words, letters and lines that readers may set (WCAG 2.2, 1.4.12). */
const textSpacing =
  'html * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

async function measure(page: Page, path: string, language: string): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    found.push(...(await page.evaluate(cutOff)).map((each) => `${language} ${path} at ${width}: ${each}`));
  }
  // Arabic letters are joined: letter spacing does not apply.
  if (language === 'ar') return found;
  await page.setViewportSize({ width: 390, height: 900 });
  await page.evaluate(async (rule) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets.push(sheet);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, textSpacing);
  found.push(...(await page.evaluate(cutOff)).map((each) => `${language} ${path} spaced: ${each}`));
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
  });
  return found;
}

for (const language of ['de', 'fr', 'ar'])
  test(`[X-11] nothing is cut off on any page in ${language} at 320 to 1440 px, nor with text spacing`, async ({
    page,
    request,
    context,
  }) => {
    await withConsent(context);
    await context.addInitScript(([key, code]) => localStorage.setItem(key, code), [
      storageKeys.language,
      language,
    ] as const);
    const found: string[] = [];
    const walk = async ([first = '/', ...others]: readonly string[]) => {
      await page.goto(first);
      await untilSettled(page);
      found.push(...(await measure(page, first, language)));
      for (const path of others) {
        await goWithin(page, path);
        found.push(...(await measure(page, path, language)));
      }
    };
    await walk(visitorPages);
    const { token } = await alreadySignedIn(page, request);
    const { id } = await upload(request, token, await makeEpub());
    await walk([...ofReader, `/books/${id}`, `/read/${id}`]);
    expect(found).toEqual([]);
  });
