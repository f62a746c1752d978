import { makeEpub, sentence } from './support/books.ts';
import { chooseInMore, openBook } from './support/openBook.ts';
import { painted, placeShown } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('a book is read aloud: each sentence is marked while it is spoken, and pages turn by themselves', async ({
  page,
  context,
  request,
}) => {
  // A fake voice that records its texts: headless browsers have none.
  await context.addInitScript(() => {
    const spoken: { text: string; lang: string; end(): void }[] = [];
    const voice = Object.assign(new EventTarget(), {
      getVoices: () => [],
      cancel() {},
      resume() {},
      speak: (words: SpeechSynthesisUtterance) => {
        words.dispatchEvent(new Event('start'));
        spoken.push({ text: words.text, lang: words.lang, end: () => words.dispatchEvent(new Event('end')) });
      },
    });
    Object.defineProperty(window, 'speechSynthesis', { value: voice });
    Object.assign(window, { spoken });
  });
  const said = () =>
    page.evaluate(() =>
      (window as unknown as { spoken: { text: string; lang: string }[] }).spoken.map(({ text }) => text),
    );
  const finish = () =>
    page.evaluate(() => (window as unknown as { spoken: { end(): void }[] }).spoken.at(-1)?.end());
  await openBook(page, context, request, await makeEpub());
  const { page: began } = await placeShown(page);
  await chooseInMore(page, 'Read aloud');
  await expect.poll(said).toEqual(['The Lamp']);
  await finish();
  await expect.poll(() => painted(page, 'spoken')).toEqual([sentence(0, 1)]);
  await expect.poll(said).toEqual(['The Lamp', sentence(0, 1)]);
  for (let line = 2; line <= 41; line++) {
    await finish();
    await expect.poll(async () => (await said()).length, { intervals: [10, 20, 40, 80] }).toBe(line + 1);
  }
  await expect.poll(async () => (await said()).at(-1)).toBe('The Window');
  await expect.poll(async () => (await placeShown(page)).page).toBeGreaterThan(began);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Read on' }).click();
  await expect.poll(async () => (await said()).slice(-2)).toEqual(['The Window', 'The Window']);
  await page.getByRole('button', { name: 'Stop reading aloud' }).click();
  await expect.poll(() => painted(page, 'spoken')).toEqual([]);
});
