/** @jest-environment jsdom */
import { isActionOf } from '../contract/host.ts';
import { runInBackground } from '../contract/runInBackground.ts';
import '@testing-library/jest-dom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Note } from '../api/notes.ts';
import { useData, useHost, useTranslate } from '../react/hooks.ts';
import { renderInHost } from './renderInHost.tsx';
import { createTestHost, testUser } from './testHost.ts';

const note: Note = {
  id: 'n1',
  book_id: 'b1',
  title: '',
  content: 'Call me Ishmael',
  type: 'note',
  page: null,
  position: null,
  color: null,
  tags: [],
  unread: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

function Notes() {
  const t = useTranslate();
  const { sync, navigation } = useHost();
  const notes = useData('GET /notes', {});
  if (notes.status !== 'ready') return <p>{notes.status}</p>;
  return (
    <>
      <h1>{t('{{count}} notes', { count: notes.value.items.length })}</h1>
      {notes.value.items.map(({ id, content }) => (
        <p key={id}>{content}</p>
      ))}
      <button
        type="button"
        onClick={() =>
          runInBackground(sync.enqueue('UPDATE_NOTE', { id: 'n1', bookId: 'b1', content: 'Changed' }))
        }
      >
        Change
      </button>
      <navigation.Link to="/read/b1">Open</navigation.Link>
    </>
  );
}

const options = () => ({
  locale: { '{{count}} notes_one': '{{count}} note' },
  routes: { 'GET /notes': () => ({ items: [note] }), 'PUT /notes/:id': () => note },
});

describe('the Host for tests', () => {
  it('answers reads, lays queued writes over them, speaks English and follows links', async () => {
    const { host } = renderInHost(<Notes />, options());
    expect(await screen.findByRole('heading', { name: '1 note' })).toBeInTheDocument();
    fireEvent.click(screen.getByText('Change'));
    expect(await screen.findByText('Changed')).toBeInTheDocument();
    expect(host.test.queued()).toMatchObject([{ type: 'UPDATE_NOTE', entity: 'note:n1' }]);
    fireEvent.click(screen.getByText('Open'));
    expect(host.test.visits).toEqual([{ to: '/read/b1' }]);
  });

  it('sends what is queued when asked, and then shows what the server says', async () => {
    const { host } = renderInHost(<Notes />, options());
    fireEvent.click(await screen.findByText('Change'));
    await screen.findByText('Changed');
    await act(() => host.sync.flush());
    await waitFor(() => expect(screen.getByText('Call me Ishmael')).toBeInTheDocument());
    expect(host.test.calls.map(({ key }) => key)).toEqual(['GET /notes', 'PUT /notes/:id', 'GET /notes']);
  });

  it('refuses what it does not know', async () => {
    const host = createTestHost();
    await expect(host.sync.enqueue('NOT_A_TYPE' as never, {} as never)).rejects.toThrow(
      'Unknown sync action type: NOT_A_TYPE',
    );
    await expect(host.api.call('GET /books', {})).rejects.toMatchObject({ status: 404 });
    expect(host.auth.user.get()).toBe(testUser);
  });

  it('takes no payload of another type of write', async () => {
    const host = createTestHost();
    // @ts-expect-error a bookmark is deleted by its book and page as well
    await host.sync.enqueue('DELETE_BOOKMARK', { id: 'm1' });
    const [queued] = host.test.queued();
    if (queued === undefined || !isActionOf(queued, 'DELETE_BOOKMARK')) throw new Error('It is not queued.');
    expect(queued.payload.id).toBe('m1');
    expect(isActionOf(queued, 'DELETE_NOTE')).toBe(false);
  });

  it('has the real rules of a session', async () => {
    const host = createTestHost();
    await expect(host.session.pause()).rejects.toThrow('No active session');
    await host.session.start({ id: 'b1', title: 'Moby Dick', author: 'Melville', cover_url: null });
    host.session.addPages('b1', 3);
    await host.session.stop();
    expect(host.session.stats.get()).toMatchObject({ totalSessions: 1, totalPages: 3, streak: 1 });
    expect(host.test.emitted.map(({ name }) => name)).toEqual([
      'bookUpdated',
      'bookUpdated',
      'readingSessionCompleted',
    ]);
    render(<p>{host.session.history.get()[0]?.book.title}</p>);
  });
});

test('[T-14] without a network reads give what was kept, and a remote’s own setUp has run before', async () => {
  const setUp = jest.fn();
  const cached = { 'GET /notes': () => ({ items: [note] }) };
  renderInHost(<Notes />, { ...options(), routes: {}, network: 'offline', cached }, setUp);
  expect(await screen.findByText('Call me Ishmael')).toBeInTheDocument();
  expect(setUp).toHaveBeenCalledTimes(1);
  renderInHost(<Notes />, { network: 'offline' });
  expect(await screen.findByText('error')).toBeInTheDocument();
});
