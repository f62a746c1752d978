/** Highlights and notes that come and go as files. */
import { readFileSync } from 'node:fs';
import { makeEpub, sentence } from './support/books.ts';
import { openBook, signInWithBook } from './support/openBook.ts';
import { painted, pressInBar, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

const mark = (id: string, exact: string, value: string) => ({
  id,
  type: 'Annotation',
  created: '2026-01-02T10:00:00Z',
  body: { type: 'TextualBody', value, color: 'green' },
  target: { source: 'x.xhtml', selector: [{ type: 'TextQuoteSelector', exact }] },
});
const set = {
  type: 'AnnotationSet',
  about: { 'dc:title': 'Lamps', 'dc:creator': ['Test Author'] },
  items: [
    mark('urn:test:1', sentence(1, 5), 'Slowly, <b>yes</b>.'),
    mark('urn:test:2', 'Words that are in no book of this library', 'Lost'),
  ],
};
const file = {
  name: 'lamps.annotation',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(set)),
};

test('[B-07] a file of another program is shown before it is imported, its marks are in the book, and one press takes them back', async ({
  page,
  context,
  request,
}) => {
  const { book } = await signInWithBook(page, context, request, await makeEpub('Lamps'));
  await page.goto('/upload');
  await page.getByRole('button', { name: 'Highlights and notes' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a File' }).click();
  await (await chooser).setFiles(file);
  const marks = page.getByRole('region', { name: 'Highlights, notes and bookmarks' }).getByRole('listitem');
  await expect(marks).toHaveCount(2);
  await expect(marks.first()).toContainText('Not found, becomes a note');
  await expect(marks.last()).toContainText('At its words');
  await expect(marks.last()).toContainText('Slowly, <b>yes</b>.');
  await expect(page.getByRole('region', { name: 'Books' })).toContainText('in your “Lamps”');
  await page.getByRole('button', { name: 'Add 2 marks' }).click();
  await expect(page.getByText('2 highlights, notes and bookmarks were added.')).toBeVisible();

  await page.goto(`/books/${book.id}`);
  await expect(page.getByText('Words that are in no book of this library')).toBeVisible();
  await expect(page.getByText(sentence(1, 5))).toBeVisible();
  await page.goto('/imports');
  await page.getByRole('button', { name: 'Undo the import of lamps.annotation' }).click();
  await expect(page.getByText('2 of “lamps.annotation” were removed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Imports so far' })).toBeHidden();
  await page.goto(`/books/${book.id}`);
  await expect(
    page.getByText('Everything you highlight and write while reading appears here.'),
  ).toBeVisible();
});

test('clippings of a Kindle become highlights at their words', async ({ page, context, request }) => {
  const { book } = await signInWithBook(page, context, request, await makeEpub('Lamps'));
  const about =
    '- Your Highlight on page 2 | Location 20-21 | Added on Sunday, November 29, 2026 10:11:12 AM';
  const words = sentence(0, 5).slice(7, -3);
  const text = `\uFEFFLamps (Author, Test)\r\n${about}\r\n\r\n${words}\r\n==========\r\n`;
  await page.goto('/imports');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a File' }).click();
  await (await chooser).setFiles({
    name: 'My Clippings.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await expect(page.getByText('At its words')).toHaveCount(2);
  await page.getByRole('button', { name: 'Add 1 mark' }).click();
  await expect(page.getByText(/^1 .* added\.$/)).toBeVisible();
  await page.goto(`/books/${book.id}`);
  await expect(page.getByText(words)).toBeVisible();
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  await expect.poll(() => painted(page, 'yellow')).toEqual([words]);
});

test('[B-07] an EPUB is downloaded with its highlights', async ({ page, context, request }) => {
  const { account, book } = await openBook(page, context, request, await makeEpub('Lamps'));
  await request.post(`/v1/books/${book.id}/highlights`, {
    headers: { authorization: `Bearer ${account.token}` },
    data: { text: sentence(0, 3), color: 'blue', position: { spine_index: 0, fraction: 0.1 } },
  });
  const saving = page.waitForEvent('download');
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: 'Download with highlights' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Lamps - Test Author.epub');
  const { default: JSZip } = await import('jszip');
  const zip = await JSZip.loadAsync(readFileSync(await saved.path()));
  const written = JSON.parse((await zip.file('META-INF/annotations.json')?.async('text')) ?? '');
  expect(written.items[0].target.selector[0].exact).toBe(sentence(0, 3));
});
