/** @jest-environment node */
import type { Registry } from '@lectern/client/registry/registry.ts';
import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import { describedRemotes } from '@lectern/client/testing/describedRemotes.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createLateRegistry } from './lateRegistry.ts';

function setUp(lastVisit: RemoteContents, failures = 0) {
  const contents = createWritable(lastVisit);
  const calls: string[] = [];
  const registry: Registry = {
    contents,
    load: () => Promise.reject(new Error('not asked for')),
    expire: () => calls.push('expire'),
    async described() {
      calls.push('described');
      contents.set(describedRemotes());
    },
  };
  let failuresLeft = failures;
  const late = createLateRegistry(async () => {
    calls.push('create');
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Error('no network');
    return registry;
  });
  return { late, calls, contents };
}

describe('the registry of remotes, created late', () => {
  it('is created by its first use, once', async () => {
    const { late, calls } = setUp(new Map());
    late.expire();
    expect(calls).toEqual([]);
    await Promise.all([late.described(), late.described()]);
    late.expire();
    await late.known();
    expect(calls).toEqual(['create', 'described', 'described', 'expire', 'described']);
    expect(late.contents.get().size).toBeGreaterThan(0);
  });

  it('knows the pages of the last visit without the network, and asks it for others', async () => {
    const { late, calls, contents } = setUp(describedRemotes());
    await late.known();
    expect(calls).toEqual(['create']);
    expect(late.contents.get()).toBe(contents.get());
    await late.known();
    expect(calls).toEqual(['create', 'described']);
    expect(late.contents.get()).toBe(contents.get());
  });

  it('tries again when its code could not be loaded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { late, calls } = setUp(new Map(), 2);
    await expect(late.load()).rejects.toThrow('no network');
    await late.known();
    await late.known();
    expect(calls).toEqual(['create', 'create', 'create', 'described']);
  });
});
