/** Books that leave by mail or as a zip, and what the net says about one. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { startMailServer } from '../server/test/support/mailServer.ts';
import { answerTo } from '../server/test/support/online/services.ts';
import { unzip } from '../server/test/support/zip.ts';
import { freePort } from '../tools/lib/processes/freePort.mjs';
import { startServer } from '../tools/lib/processes/server.mjs';
import { signInAsNew, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

const picture = readFileSync(new URL('../docs/pictures/phone.webp', import.meta.url));

test('a book goes by mail to a confirmed address, a collection as a zip, and details come from the net field by field', async ({
  page,
  context,
}) => {
  const post = await startMailServer();
  const port = await freePort();
  const net = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const answer = answerTo(url);
    response.end(answer === undefined ? picture : JSON.stringify(answer));
  }).listen(port, '127.0.0.1');
  const settings: Record<string, string> = { LECTERN_LOG: 'error' };
  const server = await startServer(settings);
  Object.assign(settings, {
    LECTERN_ORIGIN: server.url,
    SMTP_URL: post.url,
    SMTP_FROM: 'books@example.org',
    LECTERN_METADATA: 'openlibrary,google,wikidata',
    LECTERN_METADATA_STAND_IN: `http://127.0.0.1:${port}`,
  });
  /** The next mail to an address, past others such as the notice about a new browser. */
  const mailTo = async (address: string) => {
    let mail = await post.next();
    while (!mail.to.includes(address)) mail = await post.next();
    return mail.raw;
  };
  await server.kill();
  await server.restart();
  try {
    await withConsent(context);
    const { token } = await signInAsNew(page, server.url);
    const book = await upload(context.request, token, await makeEpub('Lamps'), server.url);

    await page.goto(`${server.url}/profile`);
    await page.getByLabel('New address').fill('me@kindle.com');
    await page.getByRole('button', { name: 'Send a code' }).click();
    const code = /within an hour: (\w{8})/.exec(await mailTo('me@kindle.com'))?.[1] ?? '';
    await page.getByLabel('Code sent to me@kindle.com').fill(code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Confirmed')).toBeVisible();

    await page.goto(`${server.url}/books/${book.id}`);
    const more = page.getByRole('button', { name: 'More about Lamps' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Send by Email…' }).click();
    await expect(page.getByText(/The file is [\d.]+ kB\./)).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await mailTo('me@kindle.com')).toContain('Lamps - Test Author.epub');

    await page.getByRole('button', { name: 'Edit Details' }).click();
    await page.getByRole('button', { name: 'Look Up Online…' }).click();
    const publisher = page.getByRole('group', { name: 'Publisher' });
    await publisher.getByRole('radio', { name: 'Harbor Press' }).check();
    await page.getByRole('group', { name: 'Cover' }).getByRole('radio', { name: 'Open Library' }).check();
    await page.getByRole('button', { name: 'Use Selected' }).click();
    await expect(page.getByRole('textbox', { name: 'Publisher' })).toHaveValue('Harbor Press');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('main').getByText('Harbor Press')).toBeVisible();

    const shelf = { name: 'Sea', description: null, color: null, icon: null, bookIds: [book.id] };
    await context.request.put(`${server.url}/v1/collections/${crypto.randomUUID()}`, {
      data: shelf,
      headers: { authorization: `Bearer ${token}` },
    });
    await page.goto(`${server.url}/collections`);
    await page.getByRole('button', { name: 'More about Sea' }).click();
    const item = page.getByRole('menuitem', { name: /Download All Books/ });
    await expect(item).toContainText('1 book');
    const download = page.waitForEvent('download');
    await item.click();
    const file = await (await download).path();
    expect([...(await unzip(await readFile(file))).keys()]).toEqual(['Lamps - Test Author.epub']);
  } finally {
    net.closeAllConnections();
    net.close();
    await server.stop();
    await post.stop();
  }
});
