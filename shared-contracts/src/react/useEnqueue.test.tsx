/** @jest-environment jsdom */
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createTestHost } from '../testing/testHost.ts';
import { HostContext } from './remoteContext.ts';
import { useEnqueue } from './useEnqueue.ts';

const hostError = (status: number, message: string) =>
  Object.assign(new Error(message), { status, code: 'x' });

describe('a write that fails', () => {
  it.each([
    [
      'that could be neither kept nor sent is said by the shell alone',
      hostError(0, 'Storage quota exceeded'),
      [],
    ],
    ['for a reason that has words is said once, in these', hostError(422, 'Too long'), ['Too long']],
    [
      'for any other reason is said once, in words of its own',
      new TypeError('x is undefined'),
      ['Failed to update note'],
    ],
  ])('[F-26] %s', async (_, error, messages) => {
    const host = createTestHost({});
    const sync = { ...host.sync, enqueue: () => Promise.reject(error) };
    const shown: string[] = [];
    const notify = {
      show({ message }: { message: string }) {
        shown.push(message);
      },
    };
    const value = { host: { ...host, sync, notify }, namespace: 'mf-test' };
    const wrapper = ({ children }: { children: ReactNode }) => (
      <HostContext.Provider value={value}>{children}</HostContext.Provider>
    );
    const { result } = renderHook(() => useEnqueue(), { wrapper });
    const note = { id: 'n1', bookId: 'b1', content: 'x' };
    expect(await result.current('UPDATE_NOTE', note, 'Failed to update note')).toBe(false);
    expect(shown).toEqual(messages);
  });
});
