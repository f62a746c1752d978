/** The reader as a person sees it: visible text, highlights. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

export const chapterFrame = (page: Page): FrameLocator => page.frameLocator('iframe >> visible=true');

/** Waits until a text of an EPUB is visible. */
export async function untilOpen(page: Page): Promise<void> {
  await expect(page.getByText('Opening the book…')).toHaveCount(0);
  // The bars may be hidden already, so their text is read whether visible or not.
  await expect(page.getByText(/Page \d+ of \d+/).first()).toBeAttached();
}

/** Uses the bars, which appear when the mouse moves, and hide by themselves. */
export async function withBars(
  page: Page,
  act: (patience: { timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.mouse.move(400, 300);
    await page.mouse.move(430, 330);
    await act({ timeout: 2_000 });
  }).toPass();
}

/** Presses a button of the bars. */
export const pressInBar = (page: Page, name: string): Promise<void> =>
  withBars(page, (patience) => page.getByRole('button', { name, exact: true }).click(patience));

/** Changes appearance settings. */
export async function look(page: Page, act: () => Promise<void>): Promise<void> {
  await pressInBar(page, 'Appearance');
  await act();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Appearance' })).toHaveCount(0);
}

/** Chooses one of several options. */
export async function choose(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('radio', { name, exact: true });
  await choice.click();
  await expect(choice).toBeChecked();
}

/** The first paragraph that is completely visible and long enough to be recognized. */
export async function paragraphOnScreen(page: Page): Promise<Locator> {
  const paragraphs = chapterFrame(page).locator('p');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  let found: Locator | null = null;
  await expect(async () => {
    for (const paragraph of await paragraphs.all()) {
      const { length, columns } = await paragraph.evaluate((element) => ({
        length: (element.textContent ?? '').trim().length,
        columns: element.getClientRects().length,
      }));
      if (length < 40 || columns !== 1) continue;
      const box = await paragraph.boundingBox();
      if (!box || box.x < 0 || box.y < 40 || box.x + box.width > width || box.y + box.height > height - 60)
        continue;
      found = paragraph;
      return;
    }
    throw new Error('No complete paragraph is visible.');
  }).toPass({ timeout: 15_000 });
  return found ?? paragraphs.first();
}

/** The words that are highlighted in a color in the visible chapter. */
export const painted = (page: Page, colour: string): Promise<string[]> =>
  chapterFrame(page)
    .locator('body')
    .evaluate((body, name) => {
      const { highlights } = (body.ownerDocument.defaultView as Window & typeof globalThis).CSS;
      return [...(highlights.get(`lectern-${name}`) ?? [])].map((range) =>
        String(range).replace(/\s+/g, ' ').trim(),
      );
    }, colour);

/** The reading position from the bar below the page, whether it is visible or not. */
export async function placeShown(page: Page): Promise<{ page: number; total: number }> {
  const said = (await page.locator('footer output').textContent()) ?? '';
  const [, at, total] = /^Page (\d+) of (\d+)/.exec(said) ?? [];
  if (at === undefined || total === undefined) throw new Error(`The bar says “${said}”.`);
  return { page: Number(at), total: Number(total) };
}

/** Collects problems of the browser: console errors, uncaught exceptions, failed responses. */
export function complaintsOf(page: Page): string[] {
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
