import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { happens, manifest, openReader, untilOpen } from './testing/openReader.tsx';
import { createTestEngine } from './testing/testEngine.ts';

test('[RD-02] a locked book asks for its password until it is right', async () => {
  const user = userEvent.setup();
  const engine = createTestEngine();
  engine.lock('open sesame');
  await openReader({ engine });
  await user.type(await screen.findByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('That password does not open it.')).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'open sesame');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await untilOpen()).toBeInTheDocument();
  // Not asked again in this session.
  expect(await engine.options().askPassword(false)).toBe('open sesame');
});

test('a link out of the book opens only once the reader agrees', async () => {
  const user = userEvent.setup();
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const { engine } = await openReader();
  await untilOpen();
  await happens(() => engine.options().events.linkPressed('https://example.org/notes'));
  expect(screen.getByText('https://example.org/notes')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(open).not.toHaveBeenCalled();
  await happens(() => engine.options().events.linkPressed('https://example.org/notes'));
  await user.click(screen.getByRole('button', { name: 'Open link' }));
  expect(open).toHaveBeenCalledWith('https://example.org/notes', '_blank', 'noopener,noreferrer');
  open.mockRestore();
});

test('what cannot be shown says so, and can be tried again', async () => {
  const engine = createTestEngine();
  engine.failNext('corrupt');
  await openReader({ engine });
  expect(await screen.findByRole('alert')).toHaveTextContent('There was an issue loading the book reader.');
  expect(screen.getByRole('link', { name: 'Back to the library' })).toHaveAttribute('href', '/library');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await untilOpen()).toBeInTheDocument();
});

test('[U-14] without a network it says that the book is not on this device', async () => {
  await openReader({ network: 'offline' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This book isn’t on this device.');
});

test('a book that the server does not give says why', async () => {
  let gone = true;
  await openReader({
    routes: {
      'GET /books/:id/manifest': () => {
        if (gone)
          throw testError(404, 'We can’t find this. It may have been deleted, or belong to another account.');
        return manifest;
      },
    },
  });
  expect(
    await screen.findByText('We can’t find this. It may have been deleted, or belong to another account.'),
  ).toBeInTheDocument();
  gone = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await untilOpen()).toBeInTheDocument();
});

test.each([
  ['a phone or tablet', '(pointer: coarse)', 1],
  ['a desktop, whose screen nobody turns', '(pointer: fine)', 0],
])('the wish of a book for another orientation is shown on %s', async (_, device, times) => {
  const before = window.matchMedia;
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: query === device, media: query }) as MediaQueryList;
  try {
    const { engine, host } = await openReader();
    await untilOpen();
    await happens(() => engine.options().events.orientationWanted('landscape'));
    const said = host.test.shown.filter(({ message }) => message.includes('wider than high'));
    expect(said).toHaveLength(times);
  } finally {
    window.matchMedia = before;
  }
});
