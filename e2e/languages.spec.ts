import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { goWithin, readerPages, untilSettled, visitorPages } from './support/pages.ts';
import { steady } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block', reducedMotion: 'reduce' });

const ofReader = [...readerPages, '/library?tab=statistics', '/admin', '/library?tab=notes'];
const widths = [320, 820, 1440];

/**
 * Whether the page overflows, and texts of controls and headings that are cut off without an ellipsis, once it is laid
 * out with these additional styles.
 */
async function cutOff(styles: string): Promise<string[]> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  if (styles !== '') document.adoptedStyleSheets.push(sheet);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
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
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  return [...wide, ...cut];
}

/** The spacing of words, letters and lines that readers may set (WCAG 2.2, 1.4.12). */
const textSpacing =
  'html * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

async function measure(page: Page, path: string, language: string): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const found: string[] = [];
  const look = async (width: number, what: string, styles = '') => {
    await page.setViewportSize({ width, height: 900 });
    const cut = () => page.evaluate(cutOff, styles);
    // What is cut off in a passing layout is not there when the page is still.
    const left = (await cut()).length > 0 ? await steady(page, cut) : [];
    found.push(...left.map((each) => `${language} ${path} ${what}: ${each}`));
  };
  for (const width of widths) await look(width, `at ${width}`);
  // Arabic letters are joined: letter spacing does not apply.
  if (language !== 'ar') await look(390, 'spaced', textSpacing);
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
