/** @jest-environment node */

import type { HostData } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { describedRemotes } from '../testing/describedRemotes.ts';
import { createRoutes } from './createRoutes.ts';
import { firstReads } from './firstReads.ts';

const routes = createRoutes({
  contents: createWritable(describedRemotes()),
  described: async () => undefined,
});

type State = { status: 'loading' } | { status: 'ready' };

function setUp() {
  const reads = new Map<string, Writable<State>>();
  const data = {
    watch(key: string) {
      const read = reads.get(key) ?? createWritable<State>({ status: 'loading' });
      reads.set(key, read);
      return read;
    },
  } as unknown as HostData;
  return { reads, data };
}

describe('what a page will ask for first', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    [
      '/library',
      ['GET /books', 'GET /highlights', 'GET /reading/sessions', 'GET /collections', 'GET /notes'],
    ],
    ['/dashboard', ['GET /books', 'GET /collections', 'GET /notes']],
    ['/', []],
    ['/nowhere', []],
  ])('%s', (path, keys) => {
    const { reads, data } = setUp();
    runInBackground(firstReads(data, routes, path));
    expect([...reads.keys()]).toEqual(keys);
  });

  it('is there when all of it has something to show', async () => {
    const { reads, data } = setUp();
    const there = jest.fn();
    const waiting = firstReads(data, routes, '/dashboard').then(there);
    const [last, ...others] = reads.values();
    for (const read of others) read.set({ status: 'ready' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(there).not.toHaveBeenCalled();
    last?.set({ status: 'ready' });
    await waiting;
    expect(there).toHaveBeenCalled();
  });
});
