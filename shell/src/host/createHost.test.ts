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

  it('refuses what belongs to another remote, and gives what is its own', async () => {
    const [own, other] = [hostFor(host, 'mf-test'), hostFor(host, 'mf-a')];
    const row = { part: 'mf-test', collection: 'loans', id: crypto.randomUUID(), row: {}, created_at: '' };
    const request = { params: { part: 'mf-test', collection: 'loans' }, query: {} };
    const key = 'GET /parts/:part/rows/:collection';
    await expect(own.api.call(key, request)).resolves.toEqual({ items: [] });
    const refusal = 'mf-a asks for what mf-test keeps.';
    await expect(other.api.call(key, request)).rejects.toThrow(refusal);
    expect(() => other.data.watch(key, request)).toThrow(refusal);
    await expect(other.sync.enqueue('PUT_PART_ROW', row)).rejects.toThrow(refusal);
    await expect(own.sync.enqueue('PUT_PART_ROW', row)).resolves.toBeUndefined();
  });
});
