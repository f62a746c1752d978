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
