import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell } from '../testing/testShell.tsx';
import { BareFrame } from './BareFrame.tsx';

describe('the network status while reading', () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is shown in a small label, whose text disappears after a while and returns when pressed', async () => {
    const network = createWritable<NetworkState>('online');
    await renderInShell(<BareFrame>Call me Ishmael</BareFrame>, { overrides: { network } });
    const words = 'Offline - Changes will sync when reconnected';
    expect(screen.queryByRole('button', { name: words })).not.toBeInTheDocument();
    act(() => network.set('offline'));
    expect(screen.getByText(words)).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(6_000));
    expect(screen.queryByText(words)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: words }));
    expect(screen.getByText(words)).toBeInTheDocument();
    act(() => network.set('online'));
    expect(screen.queryByRole('button', { name: words })).not.toBeInTheDocument();
  });
});
