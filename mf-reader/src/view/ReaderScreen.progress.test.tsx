import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bookId, happens, openReader, queued, untilOpen } from './testing/openReader.tsx';

const progress = {
  current_page: 20,
  total_pages: 100,
  percentage: 20,
  updated_at: '2026-05-01T10:00:00.000Z',
  position: { spine_index: 19, fraction: 0, page: 20 },
};

test('[RD-05] [GM-09] turned pages are saved and credited, opening alone is not', async () => {
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  expect(queued(host, 'UPDATE_PROGRESS')).toEqual([]);
  const addPages = jest.spyOn(host.session, 'addPages');
  await happens(() => engine.move(22, 'turn'));
  expect(queued(host, 'UPDATE_PROGRESS')).toMatchObject([
    { bookId, current_page: 22, total_pages: 100, percentage: 22, position: { spine_index: 21 } },
  ]);
  expect(addPages).toHaveBeenCalledWith(bookId, 2);
  expect(host.test.tracked).toMatchObject([
    { action: 'page_read', data: { pages: 2, bookId, bookTitle: 'Moby-Dick' } },
  ]);
  await happens(() => engine.move(21, 'turn'));
  expect(host.test.tracked).toHaveLength(1);
});

test('[RD-05] [E-11] the end completes the book, and is celebrated when the reader turns past it', async () => {
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  await happens(() => engine.move(100, 'jump'));
  expect(queued(host, 'UPDATE_BOOK')).toEqual([]);
  await happens(() => engine.move(99, 'turn'));
  await happens(() => engine.move(100, 'turn'));
  expect(queued(host, 'UPDATE_BOOK')).toMatchObject([
    { bookId, changes: { status: 'completed', completed: true, is_reading: false, progress: 100 } },
  ]);
  expect(screen.queryByText('The end')).toBeNull();
  await happens(() => engine.options().events.passedEnd());
  expect(screen.getByText('The end')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(screen.queryByText('The end')).toBeNull();
});

test('[E-11] “The end” is a page behind the last one: the key for the page before leads back to that', async () => {
  const { engine } = await openReader({ progress });
  await untilOpen();
  await happens(() => engine.move(100, 'turn'));
  await happens(() => engine.options().events.passedEnd());
  expect(screen.getByText('The end')).toBeInTheDocument();
  const back = new KeyboardEvent('keydown', { key: 'PageUp', cancelable: true });
  await happens(() => engine.options().events.keyPressed(back));
  expect(screen.queryByText('The end')).toBeNull();
  expect(screen.getAllByText(/^Page 100 of 100/).length).toBeGreaterThan(0);
});

const completedWords = /^You have finished this book/;

test('[E-11] [F-01] turned past after a jump to the last page, “The end” is shown, and nothing completed', async () => {
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  await happens(() => engine.move(100, 'jump'));
  expect(screen.queryByText('The end')).toBeNull();
  await happens(() => engine.options().events.passedEnd());
  expect(screen.getByText('The end')).toBeInTheDocument();
  expect(screen.queryByText(completedWords)).toBeNull();
  expect(queued(host, 'UPDATE_BOOK')).toEqual([]);
  await happens(() => engine.move(5, 'jump'));
  expect(screen.queryByText('The end')).toBeNull();
});

test('a book that is completed already is not completed again, and ends as often as it is read', async () => {
  const { engine, host } = await openReader({ progress, book: { completed: true, status: 'completed' } });
  await untilOpen();
  await happens(() => engine.move(100, 'turn'));
  expect(queued(host, 'UPDATE_BOOK')).toEqual([]);
  for (const key of ['PageUp', 'PageUp']) {
    await happens(() => engine.options().events.passedEnd());
    expect(screen.getByText('The end')).toBeInTheDocument();
    expect(screen.getByText(completedWords)).toBeInTheDocument();
    await happens(() => engine.options().events.keyPressed(new KeyboardEvent('keydown', { key })));
    expect(screen.queryByText('The end')).toBeNull();
  }
});

test('a session can be started from the book, or begins by itself', async () => {
  const user = userEvent.setup();
  const { host, unmount } = await openReader();
  await untilOpen();
  await user.click(screen.getByRole('button', { name: 'Start reading session' }));
  expect(host.session.active.get()?.book.id).toBe(bookId);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Start reading session' })).toBeNull());
  unmount();
  const second = await openReader({ preferences: { 'reader.autoSession': true } });
  await untilOpen();
  await waitFor(() => expect(second.host.session.active.get()?.book.id).toBe(bookId));
});
