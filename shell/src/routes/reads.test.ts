/** @jest-environment node */

import { describedRemotes } from '@lectern/client/testing/describedRemotes.ts';
import type { HostData } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { createRoutes } from '../router/routeTable.ts';
import { prefetchReads } from './reads.ts';

const routes = createRoutes({
  contents: createWritable(describedRemotes()),
  described: async () => undefined,
});

const find = (path: string) => {
  const found = routes.find(path);
  if (!found) throw new Error(`No page at ${path}.`);
  return found;
};

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

describe('the first reads of a page', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    [
      '/library',
      ['GET /books', 'GET /highlights', 'GET /reading/sessions', 'GET /collections', 'GET /notes'],
    ],
    ['/dashboard', ['GET /books', 'GET /collections', 'GET /notes']],
    ['/', []],
  ])('of %s', (path, keys) => {
    const { reads, data } = setUp();
    runInBackground(prefetchReads(data, find(path), routes));
    expect([...reads.keys()]).toEqual(keys);
  });

  it('are complete when all of them have data', async () => {
    const { reads, data } = setUp();
    const there = jest.fn();
    const waiting = prefetchReads(data, find('/dashboard'), routes).then(there);
    const [last, ...others] = reads.values();
    for (const read of others) read.set({ status: 'ready' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(there).not.toHaveBeenCalled();
    last?.set({ status: 'ready' });
    await waiting;
    expect(there).toHaveBeenCalled();
  });
});
