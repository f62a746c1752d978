/** Sections 3, 6 and 7 by plain HTTP; the registry of remotes; the configuration. */
import { upload } from '../support/account.ts';
import { makeEpub } from '../support/books.ts';
import { changeRegistry } from '../support/fixtures.ts';
import { expect, newReader, sharedReader, test, visitor } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

let _bookId = '';
const reader = sharedReader(async ({ request, token }) => {
  _bookId = (await upload(request, token, await makeEpub('Platform'))).id;
});

test('[CF-01] “Server configuration is required in production; an invalid URL gives a configuration error”', async ({
  browser,
}) => {
  const page = await visitor(browser);
  await page.route('**/login', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /(<meta name="lectern-server" content=")[^"]*/,
      '$1http://[broken',
    );
    return route.fulfill({ response: answer, body });
  });
  await page.goto('/login');
  await expect(page.getByText(/The address of the server is not valid|configur/i).first()).toBeVisible();
  await page.context().close();
});

test('[MF-02] [MF-03] a remote of another contract is refused with its page’s message; the shell and the others go on', async () => {
  const { page } = reader;
  const undo = await changeRegistry(page, ({ remotes }) => {
    const entry = remotes['mf-library'];
    if (entry) entry.current.description.contract = '0.9';
  });
  await page.goto('/library');
  await expect(page.getByText('Error loading Library. Please refresh.')).toBeVisible();
  await page.getByRole('link', { name: 'Mentor AI' }).first().click();
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await undo();
  await page.goto('/library');
  await expect(page.getByRole('main').getByText('Platform').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[MF-04] the versions of a mix are named by the app', async () => {
  const { page, request } = reader;
  const registry = await (await request.get('/remotes.json')).json();
  await page.goto('/about');
  await expect(
    page.getByText(registry.remotes['mf-library'].current.description.version).first(),
  ).toBeAttached();
});

test('[MF-05] an override works only where the operator allows it', async ({ browser }) => {
  const { page } = await newReader(browser);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.addInitScript(() =>
    localStorage.setItem('lectern.overrides', JSON.stringify({ 'mf-library': 'http://127.0.0.1:9/' })),
  );
  await page.goto('/library');
  await expect(page.getByText('No books in your library yet')).toBeVisible();
  expect(asked.filter((url) => url.includes('127.0.0.1:9/'))).toEqual([]);
  await page.context().close();
});
