import type { UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import LibraryPage from '../expose/LibraryPage.tsx';
import UploadPage from '../expose/UploadPage.tsx';
import { readableFile as file } from '../testing/readableFile.ts';
import { renderPage } from '../testing/renderPage.tsx';
import { sampleBook, sampleId } from '../testing/sampleBooks.ts';
import { violations } from '../testing/violations.ts';

const item = (id: string, fields: Partial<UploadItem>): UploadItem => ({
  id,
  filename: `${id}.epub`,
  size: 1_000_000,
  state: 'sending',
  progress: 0,
  book: null,
  duplicate: false,
  error: null,
  ...fields,
});
const row = (name: string) => screen.getByText(name).closest('li') as HTMLElement;

async function withItems(items: UploadItem[]) {
  const page = await renderPage(UploadPage);
  act(() => page.host.test.uploads.set(items));
  return page;
}

describe('uploading', () => {
  test('[UP-01] several files at once, by the picker', async () => {
    const { host, container } = await renderPage(UploadPage);
    const input = container.querySelector('input[type=file]') as HTMLInputElement;
    expect(input).toHaveAttribute('multiple');
    expect(input.accept).toContain('.epub,.pdf');
    await userEvent.upload(input, [file('emma.epub', 'PK\x03\x04'), file('walden.pdf', '%PDF-1.7')]);
    await waitFor(() =>
      expect(host.test.addedFiles.map(({ name }) => name)).toEqual(['emma.epub', 'walden.pdf']),
    );
  });

  test('[UP-01] [X-03] by drag and drop; anything else is refused with a reason, and the rest goes on', async () => {
    const { host } = await renderPage(UploadPage);
    fireEvent.drop(screen.getByRole('group', { name: 'Drop books here' }), {
      dataTransfer: {
        types: ['Files'],
        files: [file('emma.epub', 'PK\x03\x04'), file('virus.pdf', 'MZ'), file('void.epub', '')],
      },
    });
    await waitFor(() => expect(host.test.addedFiles.map(({ name }) => name)).toEqual(['emma.epub']));
    expect(row('virus.pdf')).toHaveTextContent('Lectern doesn’t read this kind of file.');
    // It is announced to screen readers too.
    expect(
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join(' '),
    ).toContain('virus.pdf: Lectern doesn’t read this kind of file.');
    expect(row('void.epub')).toHaveTextContent('This file is empty.');
    await userEvent.click(screen.getByRole('button', { name: 'Remove virus.pdf' }));
    expect(screen.queryByText('virus.pdf')).not.toBeInTheDocument();
  });

  test('[UP-01] each file has its progress, and can be paused, resumed, cancelled and tried again', async () => {
    const { host } = await withItems([
      item('emma', { progress: 0.42 }),
      item('walden', { state: 'failed', progress: 0.7 }),
      item('ulysses', { state: 'ingesting' }),
    ]);
    expect(within(row('emma.epub')).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
    await userEvent.click(screen.getByRole('button', { name: 'Pause emma.epub' }));
    expect(row('emma.epub')).toHaveTextContent('Paused at 42%');
    await userEvent.click(screen.getByRole('button', { name: 'Resume emma.epub' }));
    expect(row('emma.epub')).toHaveTextContent('Uploading, 42%');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(host.uploads.items.get()[1]?.state).toBe('sending');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel ulysses.epub' }));
    expect(screen.queryByText('ulysses.epub')).not.toBeInTheDocument();
  });

  test('[L-14] a bar over all files shows how far they are, until nothing is under way', async () => {
    const done = item('walden', { state: 'done', progress: 1, book: sampleBook(1) });
    const { host } = await withItems([item('emma', { progress: 0.42 }), done]);
    const bar = screen.getByRole('progressbar', { name: 'Uploads' });
    expect(bar).toHaveAttribute('aria-valuenow', '71');
    expect(bar).toHaveAttribute('aria-valuetext', '1 of 2 done');
    act(() => host.test.uploads.set([item('emma', { state: 'refused' }), done]));
    expect(screen.queryByRole('progressbar', { name: 'Uploads' })).not.toBeInTheDocument();
    act(() => host.test.uploads.set([item('emma', { state: 'paused' }), done]));
    expect(screen.getByRole('progressbar', { name: 'Uploads' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel emma.epub' }));
    expect(screen.queryByRole('progressbar', { name: 'Uploads' })).not.toBeInTheDocument();
  });

  test('[UP-01] what the server refuses is said in its words', async () => {
    await withItems([item('bomb', { state: 'refused', error: 'This archive unpacks to too much.' })]);
    expect(row('bomb.epub')).toHaveTextContent('This archive unpacks to too much.');
    expect(screen.getByRole('button', { name: 'Remove bomb.epub' })).toBeInTheDocument();
  });

  test('a finished one leads to the book; one that was there already says so', async () => {
    await withItems([
      item('emma', { state: 'done', progress: 1, book: sampleBook(1, { title: 'Emma' }) }),
      item('walden', {
        state: 'done',
        progress: 1,
        book: sampleBook(2, { title: 'Walden' }),
        duplicate: true,
      }),
    ]);
    expect(within(row('Emma')).getByRole('link', { name: 'Read' })).toHaveAttribute(
      'href',
      `/read/${sampleId(1)}`,
    );
    expect(row('Walden')).toHaveTextContent('Already in your library.');
    expect(screen.getByText('2 of 2 done')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear finished' }));
    expect(screen.queryByText('Emma')).not.toBeInTheDocument();
  });

  test('without a network it says that files are kept here', async () => {
    const { host } = await withItems([item('emma', { state: 'waiting' })]);
    act(() => host.test.network.set('offline'));
    expect(screen.getByText(/^You are offline/)).toBeInTheDocument();
    expect(row('emma.epub')).toHaveTextContent('Saved here; it will be sent when you’re back online.');
  });

  test('[AF-05] markup in a file name is shown as text', async () => {
    await withItems([item('x', { filename: '<img src=x onerror=alert(1)>.pdf' })]);
    expect(screen.getByText('<img src=x onerror=alert(1)>.pdf')).toBeInTheDocument();
    expect(document.querySelector('[onerror]')).toBeNull();
  });

  test('axe finds nothing wrong', async () => {
    const { container } = await withItems([
      item('emma', { progress: 0.42 }),
      item('bomb', { state: 'refused', error: 'No.' }),
      item('walden', { state: 'done', book: sampleBook(1) }),
    ]);
    expect(await violations(container)).toEqual([]);
  });
});

test('a dropped folder without a book says so', async () => {
  const { host } = await renderPage(UploadPage);
  const entry = {
    isDirectory: true,
    createReader: () => ({ readEntries: (found: (entries: []) => void) => found([]) }),
  };
  fireEvent.drop(screen.getByRole('group', { name: 'Drop books here' }), {
    dataTransfer: {
      types: ['Files'],
      files: [new File([], 'folder')],
      items: [{ webkitGetAsEntry: () => entry }],
    },
  });
  await waitFor(() => expect(host.test.shown.at(-1)?.message).toBe('There is no book in this folder.'));
});

test('[UP-01] books dropped on the library itself are taken, and it says so', async () => {
  const { host } = await renderPage(LibraryPage, {
    routes: { 'GET /books': () => ({ items: [sampleBook(1)], total: 1 }) },
  });
  const shelf = await screen.findByRole('list', { name: 'Your books' });
  const dataTransfer = { types: ['Files'], files: [file('emma.epub', 'PK\x03\x04')] };
  fireEvent.dragEnter(shelf, { dataTransfer });
  expect(screen.getByText('Drop to add to your library')).toBeInTheDocument();
  fireEvent.drop(shelf, { dataTransfer });
  await waitFor(() => expect(host.test.addedFiles.map(({ name }) => name)).toEqual(['emma.epub']));
  expect(host.test.shown).toMatchObject([{ tone: 'info', message: '1 book is on its way to your library.' }]);
  expect(screen.queryByText('Drop to add to your library')).not.toBeInTheDocument();
});
