/** PDFs that are saved with highlights and notes. */
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { makeEncryptedPdf } from './support/encryptedPdf.ts';
import { signInWithBook } from './support/openBook.ts';
import { makePdf } from './support/pdfFiles.ts';
import { pressInBar } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('a PDF is saved with the highlights and notes of the reader as annotations that other programs show', async ({
  page,
  context,
  request,
}) => {
  const file = makePdf('marked', [
    { words: [{ text: 'Marked words', x: 72, y: 700, height: 16 }] },
    { words: [{ text: 'More words', x: 72, y: 700, height: 16 }] },
  ]);
  const { account, book } = await signInWithBook(page, context, request, file);
  const send = (path: string, data: object) =>
    request.post(`/v1${path}`, { headers: { authorization: `Bearer ${account.token}` }, data });
  await send(`/books/${book.id}/highlights`, {
    text: 'Marked words More words',
    color: 'green',
    page: 1,
    note: 'Über beide Seiten',
    position: {
      page: 1,
      rects: [[72, 696, 170, 714]],
      continued: [{ page: 2, rects: [[72, 696, 160, 714]] }],
    },
  });
  await send(`/notes/book/${book.id}`, { content: 'A note on the second page', page: 2 });
  await page.goto(`/read/${book.id}`);
  await expect(page.locator('.lectern-marks [data-ink="green"]').first()).toBeAttached();
  // The notes arrive by a request of their own.
  await pressInBar(page, 'Contents, bookmarks and notes');
  await page.getByRole('tab', { name: 'Highlights & notes' }).click();
  await expect(page.getByRole('list', { name: 'Highlights & notes' })).toContainText(
    'A note on the second page',
  );

  const saving = page.waitForEvent('download');
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: 'Download with highlights' }).click();
  const saved = await (await saving).path();

  const task = getDocument({ data: new Uint8Array(readFileSync(saved)), verbosity: 0 });
  const document = await task.promise;
  const annotationsOf = async (number: number) =>
    (await (await document.getPage(number)).getAnnotations()).map((one) => ({
      kind: one.subtype,
      words: one.overlaidText,
      comment: one.contentsObj.str,
      author: one.titleObj.str,
      quad: one.quadPoints && [...one.quadPoints],
    }));
  const author = account.name;
  expect(await annotationsOf(1)).toEqual([
    {
      kind: 'Highlight',
      words: 'Marked words',
      comment: 'Über beide Seiten',
      author,
      quad: [72, 714, 170, 714, 72, 696, 170, 696],
    },
  ]);
  expect(await annotationsOf(2)).toEqual([
    {
      kind: 'Highlight',
      words: 'More words',
      comment: '',
      author,
      quad: [72, 714, 160, 714, 72, 696, 160, 696],
    },
    expect.objectContaining({ kind: 'Text', comment: 'A note on the second page', author }),
  ]);
  await task.destroy();
});

for (const user of ['', 'for reading'])
  test(`[P-05] an encrypted PDF ${user ? 'with' : 'without'} a password for opening is saved with highlights and notes, and stays encrypted`, async ({
    page,
    context,
    request,
  }) => {
    const file = makeEncryptedPdf('encrypted', 'Marked words', user, 'for changing');
    const { account, book } = await signInWithBook(page, context, request, file);
    const headers = { authorization: `Bearer ${account.token}` };
    const rects = [[72, 696, 170, 714]];
    const mark = { text: 'Marked words', page: 1, position: { page: 1, rects } };
    for (const data of [
      { ...mark, color: 'green', note: 'Über' },
      { ...mark, color: 'blue', style: 'underline' },
    ])
      await request.post(`/v1/books/${book.id}/highlights`, { headers, data });
    await request.post(`/v1/notes/book/${book.id}`, { headers, data: { content: 'A note', page: 1 } });
    await page.goto(`/read/${book.id}`);
    if (user) {
      await page.getByLabel('Password').fill(user);
      await page.getByRole('button', { name: 'Open' }).click();
    }
    await expect(page.locator('.lectern-marks [data-ink="green"]').first()).toBeAttached();
    const saving = page.waitForEvent('download');
    await pressInBar(page, 'More');
    await page.getByRole('menuitem', { name: 'Download with highlights' }).click();
    const data = new Uint8Array(readFileSync(await (await saving).path()));

    const task = getDocument({ data, verbosity: 0, ...(user ? { password: user } : {}) });
    const document = await task.promise;
    expect(await document.getPermissions()).not.toBeNull();
    const annotations = await (await document.getPage(1)).getAnnotations();
    const found = annotations
      .filter(({ subtype }) => subtype !== 'Popup')
      .map((one) => ({ comment: one.contentsObj.str, author: one.titleObj.str, box: [...one.rect] }));
    const author = account.name;
    expect(found).toEqual(
      expect.arrayContaining([
        { comment: 'Über', author, box: [72, 696, 170, 714] },
        { comment: '', author, box: [72, 696, 170, 697] },
        { comment: 'A note', author, box: [572, 752, 592, 772] },
      ]),
    );
    expect(found).toHaveLength(3);
    await task.destroy();
  });
