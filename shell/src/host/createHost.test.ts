/** @jest-environment node */
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { createHost, hostFor } from './createHost.ts';

describe('the Host of a remote', () => {
  const { auth, ...parts } = createTestHost();
  const collectionsOf = (remote: string) => (name: string) => ({ remote, name }) as never;
  const host = createHost({ ...parts, user: auth.user }, (remote) => ({
    config: parts.config,
    collection: collectionsOf(remote),
  }));

  it('has the collections of this remote, and is the same each time', () => {
    expect(hostFor(host, 'mf-a').data.collection('loans')).toEqual({ remote: 'mf-a', name: 'loans' });
    expect(hostFor(host, 'mf-b').data.collection('loans')).toEqual({ remote: 'mf-b', name: 'loans' });
    expect(hostFor(host, 'mf-a')).toBe(hostFor(host, 'mf-a'));
  });

  it('cannot be changed, and the shell has no collections', () => {
    expect(Object.isFrozen(hostFor(host, 'mf-a'))).toBe(true);
    expect(Object.isFrozen(hostFor(host, 'mf-a').data)).toBe(true);
    expect(() => host.data.collection('loans')).toThrow('Only remotes have collections');
  });
});
