import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell } from '../../testing/testShell.tsx';
import { DataExport } from './DataExport.tsx';

const address = '/v1/export/u1/grant?files=1';
let downloads: string[];

beforeEach(() => {
  downloads = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '');
  });
});
afterEach(() => jest.restoreAllMocks());

const exportButton = () => screen.getByRole('button', { name: 'Export My Data' });

test('the browser downloads the export, with the book files if selected', async () => {
  const asked: unknown[] = [];
  await renderInShell(<DataExport />, {
    routes: {
      'POST /export': ({ body }) => {
        asked.push(body);
        return { url: address, expires_at: '2026-01-01T00:05:00.000Z' };
      },
    },
  });
  await userEvent.click(screen.getByRole('checkbox', { name: 'With the book files' }));
  await userEvent.click(exportButton());
  expect(await screen.findByText('Your export is on its way to your downloads.')).toBeVisible();
  expect(asked).toEqual([{ files: true }]);
  expect(downloads).toEqual([address]);
});

test('shows an error and downloads nothing when there is none', async () => {
  await renderInShell(<DataExport />);
  await userEvent.click(exportButton());
  expect(await screen.findByText('Nothing was saved. Please try again.')).toBeVisible();
  expect(downloads).toEqual([]);
});

describe('the last test restore of a backup', () => {
  const none = {
    books: 0,
    notes: 0,
    highlights: 0,
    bookmarks: 0,
    looked_up_words: 0,
    part_rows: 0,
    readings: 0,
  };
  const last = {
    at: '2026-11-29T03:00:00.000Z',
    backup_at: '2026-11-29T02:00:00.000Z',
    marks: 482,
    notes: 90,
    words: 12_431,
    missing: none,
  };
  const render = (found: typeof last | null) =>
    renderInShell(<DataExport />, { routes: { 'GET /backup-check': () => ({ last: found }) } });

  test('says how many words and marks are in it', async () => {
    await render(last);
    expect(
      await screen.findByText(
        'Checked on Sunday, November 29: 12,431 words of yours and 482 marks are in the backup.',
      ),
    ).toBeVisible();
  });

  test('names what is missing, by kind and number', async () => {
    await render({ ...last, missing: { ...none, notes: 3, bookmarks: 1 } });
    expect(
      await screen.findByText(/something of yours is missing from the backup\. Notes: 3 · Bookmarks: 1$/),
    ).toBeVisible();
  });

  test('is not mentioned before there was one', async () => {
    await render(null);
    expect(screen.queryByText(/Checked on/)).toBeNull();
  });
});

test('a file that is no export is refused, before anything is asked of the server', async () => {
  await renderInShell(<DataExport />);
  const input = screen.getByLabelText('Choose an export', { selector: 'input' });
  await userEvent.upload(input, new File(['a letter'], 'letter.zip'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^This file is not a whole export of Lectern/);
});
