/** Words are looked up in an open book, offline, and saved with their sentence. */
import { readFile } from 'node:fs/promises';
import { starDictFiles } from '@lectern/shared-contracts/testing/dictionaryFiles.ts';
import { makeBook } from './support/books.ts';
import { download, untilPrefetched, untilRemotesKept } from './support/offline.ts';
import { signInWithBook } from './support/openBook.ts';
import { chapterFrame, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test('a word is looked up offline, in WordNet and in an added dictionary, and saved with its sentence', async ({
  page,
  context,
  request,
}) => {
  const paragraphs = ['The children were running home.', 'Nobody had ever seen a lanternfish there.'];
  const { account, book } = await signInWithBook(
    page,
    context,
    request,
    await makeBook({
      title: 'A Book of Words',
      spine: [{ path: 'c1.xhtml', title: 'One', body: paragraphs.map((text) => `<p>${text}</p>`).join('') }],
    }),
  );

  await page.goto('/settings?page=reading');
  const own = await starDictFiles(
    'en-de',
    { lanternfish: '<b>Laternenfisch</b><script>x</script>' },
    { type: 'h' },
  );
  const files = own.map(async (file) => ({
    name: file.name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await file.arrayBuffer()),
  }));
  await page.getByLabel('Files of a dictionary').setInputFiles(await Promise.all(files));
  await expect(page.getByText('Added: en-de')).toBeVisible();
  await page.getByRole('button', { name: 'Download WordNet' }).click();
  await expect(page.getByRole('button', { name: 'Remove WordNet' })).toBeVisible({ timeout: 120_000 });

  await page.goto('/library');
  await download(page, book.title);
  await expect(page.getByRole('img', { name: 'Available offline' }).first()).toBeVisible({
    timeout: 120_000,
  });
  await untilRemotesKept(page);
  await untilPrefetched(page);
  await context.setOffline(true);
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);

  const card = page.getByRole('dialog', { name: 'Dictionary' });
  const lookUp = async (line: string, x: number) => {
    await chapterFrame(page)
      .getByText(line)
      .dblclick({ position: { x, y: 12 } });
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
  };
  const widthTo = (line: string, words: string) =>
    chapterFrame(page)
      .getByText(line)
      .evaluate((element, before) => {
        const range = element.ownerDocument.createRange();
        range.setStart(element.firstChild as Text, 0);
        range.setEnd(element.firstChild as Text, before.length);
        return range.getBoundingClientRect().width;
      }, words);
  const [running = '', fish = ''] = paragraphs;
  await lookUp(running, (await widthTo(running, 'The children were ')) + 12);
  await expect(card.getByRole('heading', { name: 'run', exact: true })).toBeVisible();
  await expect(card.getByText(/move fast by using one/)).toBeVisible();
  await page.keyboard.press('Escape');
  await lookUp(fish, (await widthTo(fish, 'Nobody had ever seen a ')) + 12);
  await expect(card.getByText('Laternenfisch', { exact: true })).toBeVisible();

  await card.getByRole('link', { name: 'Words you looked up' }).click();
  const words = page.getByRole('list', { name: 'Words you looked up' });
  await expect(words.getByRole('listitem').filter({ hasText: 'lanternfish' })).toContainText(fish);
  await expect(words.getByRole('listitem')).toHaveCount(2);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export for Anki' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toContain(`lanternfish\tLaternenfisch\t${fish}\tA Book of Words`);

  // Words that were looked up offline are on the server once the network is back.
  await context.setOffline(false);
  const kept = async () => {
    const answer = await request.get('/v1/words', { headers: { authorization: `Bearer ${account.token}` } });
    return ((await answer.json()) as { items: { headword: string }[] }).items
      .map(({ headword }) => headword)
      .sort();
  };
  await expect.poll(kept, { timeout: 30_000 }).toEqual(['lanternfish', 'running']);
});
