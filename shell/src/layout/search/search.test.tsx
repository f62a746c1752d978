import { isSearchShortcut, rememberSearchShortcut } from '@lectern/client/common/searchShortcut.ts';
import type { OverlayInput } from '@lectern/shared-contracts/contract/points.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell, type TestShellOptions } from '../../testing/testShell.tsx';
import { SearchOverlay } from './SearchOverlay.tsx';
import { useSearch } from './useSearch.ts';

function Overlay({ input }: { input: OverlayInput }) {
  if (!input.open) return null;
  return (
    <dialog open aria-label="The overlay">
      <button type="button" onClick={input.close}>
        Leave
      </button>
    </dialog>
  );
}

function Place() {
  const search = useSearch();
  return (
    <>
      <input aria-label="A field" />
      <button type="button" onClick={search.approach}>
        Approach
      </button>
      {search.wanted && search.overlay ? (
        <SearchOverlay
          overlay={search.overlay}
          open={search.isOpen}
          onClose={search.close}
          onFail={search.fail}
        />
      ) : null}
    </>
  );
}

const place = (load: () => unknown, options: TestShellOptions = {}) =>
  renderInShell(<Place />, { remotes: { 'mf-search/SearchOverlay': load }, ...options });
const overlay = () => screen.queryByRole('dialog', { name: 'The overlay' });

describe('opening the search', () => {
  it.each([
    ['Ctrl with K', { key: 'k', ctrlKey: true }],
    ['Cmd with K', { key: 'k', metaKey: true }],
    ['/', { key: '/' }],
  ])('%s loads and opens it', async (_, keys) => {
    const load = jest.fn(() => ({ default: Overlay }));
    await place(load);
    expect(load).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, keys);
    expect(await screen.findByRole('dialog', { name: 'The overlay' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(overlay()).not.toBeInTheDocument();
  });

  it('[X-07] / does nothing while single-key shortcuts are off, and Ctrl with K opens it', () => {
    const slash = new KeyboardEvent('keydown', { key: '/' });
    const control = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true });
    expect([slash, control].map((event) => isSearchShortcut(event, false))).toEqual([false, true]);
    expect(isSearchShortcut(slash, true)).toBe(true);
  });

  it('opens once when requested before the app has started', async () => {
    rememberSearchShortcut();
    const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    await place(() => ({ default: Overlay }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(overlay()).not.toBeInTheDocument();
  });

  it('stays closed when another key was pressed before the app has started', async () => {
    rememberSearchShortcut();
    fireEvent.keyDown(document.body, { key: 'k' });
    await place(() => ({ default: Overlay }));
    expect(overlay()).not.toBeInTheDocument();
  });

  it('[PW-03] the shortcut of the installed app opens it', async () => {
    window.history.replaceState(null, '', '/dashboard?search');
    await place(() => ({ default: Overlay }));
    window.history.replaceState(null, '', '/');
    expect(await screen.findByRole('dialog', { name: 'The overlay' })).toBeInTheDocument();
  });

  it('in a text field / is text, and Ctrl with K still opens it', async () => {
    await place(() => ({ default: Overlay }));
    await userEvent.type(screen.getByLabelText('A field'), '/');
    expect(screen.getByLabelText('A field')).toHaveValue('/');
    expect(overlay()).not.toBeInTheDocument();
    fireEvent.keyDown(screen.getByLabelText('A field'), { key: 'K', ctrlKey: true });
    expect(await screen.findByRole('dialog', { name: 'The overlay' })).toBeInTheDocument();
  });

  it('[MF-03] shows a message when the search cannot be loaded, and loads again on the next attempt', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const load = () => {
      if (broken) throw new Error('Failed to fetch');
      return { default: Overlay };
    };
    const { shell } = await place(load);
    fireEvent.keyDown(document.body, { key: '/' });
    await waitFor(() =>
      expect(shell.notify.history.get()[0]?.message).toContain('Error loading Search. Please refresh.'),
    );
    broken = false;
    fireEvent.keyDown(document.body, { key: '/' });
    expect(await screen.findByRole('dialog', { name: 'The overlay' })).toBeInTheDocument();
  });

  it('is mounted in advance, so that it opens immediately', async () => {
    const mounted = jest.fn();
    await place(() => ({
      default: ({ input }: { input: OverlayInput }) => {
        mounted(input.open);
        return input.open ? <dialog open aria-label="The overlay" /> : null;
      },
    }));
    await userEvent.click(screen.getByText('Approach'));
    await waitFor(() => expect(mounted).toHaveBeenCalledWith(false));
    fireEvent.keyDown(document.body, { key: '/' });
    expect(overlay()).toBeInTheDocument();
  });

  it('[MF-03] shows no message when preloading fails, and works once it can be loaded', async () => {
    const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const Breaks = (props: { input: OverlayInput }) => {
      if (broken) throw new Error('It broke.');
      return <Overlay {...props} />;
    };
    const { shell } = await place(() => ({ default: Breaks }));
    await userEvent.click(screen.getByText('Approach'));
    await waitFor(() => expect(told).toHaveBeenCalledWith('A page could not be shown.', expect.anything()));
    expect(shell.notify.history.get()).toEqual([]);
    await act(async () => undefined);
    broken = false;
    // The failure is recorded before the boundary unmounts what failed.
    await waitFor(() => {
      fireEvent.keyDown(document.body, { key: '/' });
      expect(screen.getByRole('dialog', { name: 'The overlay' })).toBeInTheDocument();
    });
  });
});
