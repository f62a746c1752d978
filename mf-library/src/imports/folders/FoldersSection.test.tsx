import type { Folder, FolderFile } from '@lectern/shared-contracts/api/uploads.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import ServerFolders from '../../expose/ServerFolders.tsx';
import { renderPage } from '../../testing/renderPage.tsx';
import { sampleId } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';

const folder = (fields: Partial<Folder> = {}): Folder => ({
  id: sampleId(1),
  name: 'Calibre Library',
  kind: 'calibre',
  state: 'watching',
  problem: null,
  total: 0,
  done: 0,
  taken: 4_688,
  left_out: 2,
  gone: 0,
  left_out_fields: ['#lent', 'goodreads'],
  looked_at: '2026-01-02T10:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
  ...fields,
});
const line = (fields: Partial<FolderFile>): FolderFile => ({
  id: sampleId(2),
  path: 'Author/Book/Book.epub',
  state: 'left_out',
  reason: 'This file is empty.',
  formats: [],
  book_id: null,
  ...fields,
});

const open = (one: Folder, routes = {}) =>
  renderPage(ServerFolders, {
    routes: { 'GET /folders': () => ({ items: [one] }), ...routes },
  });

describe('the folders of a reader', () => {
  test('are not there without one', async () => {
    await renderPage(ServerFolders);
    expect(screen.queryByRole('heading', { name: 'Folders' })).not.toBeInTheDocument();
  });

  test('a calibre library in a zip is uploaded, and is done once its books are here', async () => {
    const { host, container } = await open(folder({ kind: 'zip', name: 'Calibre.zip' }));
    const section = screen.getByRole('region', { name: 'A calibre library' });
    expect(within(section).getByRole('listitem')).toHaveTextContent(/Calibre\.zip.*4688 files added.*Done/);
    const zip = new File(['PK'], 'Later.zip');
    await userEvent.upload(within(section).getByLabelText('Choose a Zip', { selector: 'input' }), zip);
    expect(host.test.addedFiles).toEqual([zip]);
    expect(await violations(container)).toEqual([]);
  });

  test('say how far a folder is, and what has no place here', async () => {
    const { container } = await open(folder({ state: 'taking_in', done: 312, total: 5_000 }));
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '312');
    expect(screen.getByText(/no place for these fields: #lent, goodreads/)).toBeInTheDocument();
    expect(await violations(container)).toEqual([]);
  });

  test('say why one has stopped', async () => {
    await open(folder({ state: 'stopped', problem: 'The folder is not there: is its disk mounted?' }));
    expect(screen.getByText('The folder is not there: is its disk mounted?')).toBeInTheDocument();
  });

  test('ask about files that are gone, until all are answered', async () => {
    const left = [100, 0];
    const { host } = await open(folder({ gone: 200 }), {
      'POST /folders/:id/gone': () => ({ left: left.shift() ?? 0 }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Move them to the bin' }));
    const asked = host.test.calls.filter(({ key }) => key === 'POST /folders/:id/gone');
    expect(asked.map(({ request }) => request)).toEqual(
      [1, 2].map(() => ({ params: { id: sampleId(1) }, body: { books: 'bin' } })),
    );
    expect(host.test.shown.at(-1)?.message).toBe('The books are in the bin.');
  });

  test('have a report, also as a file with all its lines', async () => {
    const pages = [
      { items: [line({ path: '=cmd.epub' })], next_cursor: 'more' },
      { items: [line({ id: sampleId(3), reason: null, formats: ['PDF'], state: 'taken' })] },
    ];
    const saved: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => {
      saved.push(blob);
      return 'blob:report';
    };
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await open(folder(), {
      'GET /folders/:id/files': ({ query }: { query?: { cursor?: string } }) => pages[query?.cursor ? 1 : 0],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Show the report' }));
    const report = await screen.findByText('=cmd.epub');
    expect(within(report.closest('li') as HTMLElement).getByText('This file is empty.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
    const [file] = saved;
    const content = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(file as Blob);
    });
    expect(content.split('\r\n')).toEqual([
      '"File","What happened"',
      `"'=cmd.epub","This file is empty."`,
      '"Author/Book/Book.epub","Other formats, skipped: PDF"',
      '',
    ]);
  });
});
