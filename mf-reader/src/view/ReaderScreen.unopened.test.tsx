/** A book whose last opening froze or crashed the tab. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bookId, openReader, untilOpen } from './testing/openReader.tsx';
import { createTestEngine } from './testing/testEngine.ts';

const mark = `reader.opening.${bookId}`;
const minuteAgo = () => ({ [mark]: Date.now() - 60_000 });
const title = 'This book didn’t open last time.';

test('another chapter can be chosen instead, which leaves the reading place as it is', async () => {
  const engine = createTestEngine();
  const { host } = await openReader({ engine, preferences: minuteAgo() });
  expect(screen.getByRole('alert')).toHaveTextContent(title);
  expect(() => engine.options()).toThrow('No book is open.');
  expect(screen.getByRole('link', { name: 'Back to the library' })).toHaveAttribute('href', '/library');
  await userEvent.click(screen.getByRole('button', { name: /The Spouter-Inn/ }));
  await untilOpen();
  expect(engine.options().start).toMatchObject({ spine_index: 39 });
  expect(screen.getByRole('button', { name: /Back to page 1/ })).toBeInTheDocument();
  expect(host.test.queued()).toEqual([]);
});

test('after another chapter was chosen, the next opening at the same place asks again; at another place it does not', async () => {
  const at = (index: number) => ({
    current_page: index + 1,
    total_pages: 100,
    percentage: index,
    updated_at: '',
    position: { spine_index: index, fraction: 0.5 },
  });
  const { host, unmount } = await openReader({ preferences: minuteAgo(), progress: at(4) });
  await userEvent.click(screen.getByRole('button', { name: /The Spouter-Inn/ }));
  await untilOpen();
  unmount();
  const avoided = `reader.avoided.${bookId}`;
  const preferences = { [avoided]: host.preferences.watch(avoided, null).get() };
  const again = await openReader({ preferences, progress: at(4) });
  expect(screen.getByRole('alert')).toHaveTextContent(title);
  again.unmount();
  const readOn = await openReader({ preferences, progress: at(39) });
  await untilOpen();
  readOn.unmount();
  const anyway = await openReader({ preferences, progress: at(4) });
  await userEvent.click(screen.getByRole('button', { name: 'Open anyway' }));
  await untilOpen();
  expect(anyway.host.preferences.watch(avoided, null).get()).toBeNull();
});

test('it can be opened anyway, where it would have been opened', async () => {
  const engine = createTestEngine();
  const position = { spine_index: 4, fraction: 0.5 };
  const progress = { current_page: 5, total_pages: 100, percentage: 5, updated_at: '', position };
  await openReader({ engine, preferences: minuteAgo(), progress });
  await userEvent.click(screen.getByRole('button', { name: 'Open anyway' }));
  await untilOpen();
  expect(engine.options().start).toEqual(position);
});

test('a book that another tab is just opening, or that was left while it opened, is opened without a question', async () => {
  const other = await openReader({ preferences: { [mark]: Date.now() - 1_000 } });
  await untilOpen();
  expect(screen.queryByText(title)).toBeNull();
  const left = other.host.preferences.watch(mark, 0);
  expect(left.get()).toBeGreaterThan(0);
  window.dispatchEvent(new Event('pagehide'));
  expect(left.get()).toBeNull();
});

test('once a book is open it has opened', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  try {
    const { host } = await openReader();
    const marked = host.preferences.watch(mark, 0);
    await jest.advanceTimersByTimeAsync(500);
    expect(marked.get()).toBeGreaterThan(0);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(marked.get()).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});
