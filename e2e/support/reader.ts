/** The reader as a person sees it: visible text, highlights. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { retried } from './steady.ts';

export const chapterFrame = (page: Page): FrameLocator => page.frameLocator('iframe >> visible=true');

/** Waits until the fonts of the visible chapters are loaded: the text is laid out again with them. */
export const untilFontsLoaded = (page: Page): Promise<void> =>
  page.locator('iframe >> visible=true').evaluateAll(async (frames) => {
    await Promise.all(frames.map((frame) => (frame as HTMLIFrameElement).contentDocument?.fonts.ready));
  });

/** Waits until a text of an EPUB is visible. */
export async function untilOpen(page: Page): Promise<void> {
  await expect(page.getByText('Opening the book…')).toHaveCount(0);
  // The bars may be hidden already, so their text is read whether visible or not.
  await expect(page.getByText(/Page \d+ of \d+/).first()).toBeAttached();
  await untilFontsLoaded(page);
}

/**
 * Uses the bars, which appear when the mouse moves, and hide after 2.4 s. The timeout is long enough that no click is
 * given up, and repeated, that a busy page has already received.
 */
export async function withBars(
  page: Page,
  act: (options: { timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.mouse.move(400, 300);
    await page.mouse.move(430, 330);
    await act({ timeout: 5_000 });
  }).toPass();
}

/** Presses a button of the bars. */
export const pressInBar = (page: Page, name: string): Promise<void> =>
  withBars(page, (options) => page.getByRole('button', { name, exact: true }).click(options));

/** Changes appearance settings. */
export async function changeAppearance(page: Page, act: () => Promise<void>): Promise<void> {
  await pressInBar(page, 'Appearance');
  const dialog = page.getByRole('dialog', { name: 'Appearance' });
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  // On a phone only the most important settings are shown at first.
  const more = dialog.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await act();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

/** Chooses one of several options. */
export async function choose(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('radio', { name, exact: true });
  await choice.click();
  await expect(choice).toBeChecked();
}

/** The first paragraph that is completely visible and long enough to be recognized. */
export async function paragraphOnScreen(page: Page): Promise<Locator> {
  await untilFontsLoaded(page);
  const paragraphs = chapterFrame(page).locator('p');
  // In one evaluation: the chapter may be laid out again or replaced between two.
  const found = () =>
    paragraphs.evaluateAll((all) =>
      all.findIndex((element) => {
        const frame = element.ownerDocument.defaultView?.frameElement?.getBoundingClientRect();
        const [box, ...more] = element.getClientRects();
        if (!frame || !box || more.length > 0 || (element.textContent ?? '').trim().length < 40) return false;
        const { innerWidth, innerHeight } = window.parent;
        const [left, top] = [frame.left + box.left, frame.top + box.top];
        return (
          left >= 0 && top >= 40 && left + box.width <= innerWidth && top + box.height <= innerHeight - 60
        );
      }),
    );
  return paragraphs.nth(
    await retried(async () => {
      const index = await found();
      if (index < 0) throw new Error('No complete paragraph is visible.');
      return index;
    }),
  );
}

/** The words that are highlighted in a color in the visible chapter. */
export const painted = (page: Page, color: string): Promise<string[]> =>
  retried(() =>
    chapterFrame(page)
      .locator('body')
      .evaluate((body, name) => {
        const { highlights } = (body.ownerDocument.defaultView as Window & typeof globalThis).CSS;
        return [...(highlights.get(`lectern-${name}`) ?? [])].map((range) =>
          String(range).replace(/\s+/g, ' ').trim(),
        );
      }, color),
  );

/** The reading position from the bar below the page, whether it is visible or not. */
export const placeShown = (page: Page): Promise<{ page: number; total: number }> =>
  retried(async () => {
    const said = (await page.locator('footer output').textContent()) ?? '';
    const [, at, total] = /^Page (\d+) of (\d+)/.exec(said) ?? [];
    if (at === undefined || total === undefined) throw new Error(`The bar says “${said}”.`);
    return { page: Number(at), total: Number(total) };
  });

/** Collects problems of the browser: console errors, uncaught exceptions, failed responses. */
export function problemsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (answer) => {
    if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`);
  });
  return complaints;
}
