import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { keptRegistryHeader } from '../offline/books/remoteCaches.ts';
import { safeStorage } from '../state/safeStorage.ts';
import { createRegistry } from './registry.ts';

const text = JSON.stringify({ remotes: {} });
const answer =
  (body: string, ok = true, headers: HeadersInit = { 'lectern-api': '1' }) =>
  async () =>
    ({ ok, status: ok ? 200 : 503, headers: new Headers(headers), text: async () => body }) as Response;
const memory = () =>
  safeStorage(() => {
    throw new Error('in memory');
  });

describe('the registry', () => {
  it('is asked for once', async () => {
    const fetcher = jest.fn(answer(text));
    const registry = createRegistry(memory(), fetcher);
    await Promise.all([registry.load(), registry.load()]);
    await registry.load();
    expect(fetcher).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server that is down', answer('', false)],
    ['something that is no registry', answer('<html>')],
    ['[Y-08] a foreign answer', answer('{"remotes":{"mf-x":{}}}', true, {})],
  ])('with %s, the last good copy serves', async (_, fetcher) => {
    const storage = memory();
    storage.setItem(storageKeys.registry, text);
    const { remotes, refused } = await createRegistry(storage, fetcher).load();
    expect([remotes.size, refused]).toEqual([0, []]);
  });

  it('that the worker kept does not make forgotten what was not kept yet', async () => {
    const entry = (version: string) => ({
      current: { base: `/r/${version}/`, description: { version, pages: [] } },
    });
    const storage = memory();
    const seen = JSON.stringify({ remotes: { 'mf-a': entry('2'), 'mf-b': entry('2') } });
    storage.setItem(storageKeys.registry, seen);
    const kept = JSON.stringify({ remotes: { 'mf-a': entry('1') } });
    const fetcher = answer(kept, true, { 'lectern-api': '1', [keptRegistryHeader]: '1' });
    const registry = createRegistry(storage, fetcher);
    const { refused } = await registry.load();
    expect(refused).toEqual(['mf-a', 'mf-b']);
    expect(storage.getItem(storageKeys.registry)).toBe(seen);
  });

  it.each([
    ['says nothing of them', {}],
    ['says something else', { 'x-lectern-overrides': 'refused' }],
  ])('[M-09] no remote of this machine is laid over it when the server %s', async (_, said) => {
    const storage = memory();
    storage.setItem(storageKeys.overrides, JSON.stringify({ 'mf-library': 'http://127.0.0.1:4101/' }));
    const { fetch } = globalThis;
    const fetched = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    globalThis.fetch = fetched;
    const fetcher = answer(text, true, { 'lectern-api': '1', ...said });
    const { overridden, refused } = await createRegistry(storage, fetcher).load();
    expect([overridden, refused, fetched.mock.calls]).toEqual([undefined, [], []]);
    globalThis.fetch = fetch;
  });

  it.each([
    ['allowed', ['mf-library@1.2.0']],
    ['signed', ['mf-library@1.2.0']],
    ['nothing', undefined],
  ])('shows the versions of a signed link when the server says %s of it', async (said, overridden) => {
    const storage = memory();
    const link = { remotes: 'mf-library@1.2.0', until: '2999-01-01T00:00:00.000Z', signature: 'abc' };
    storage.setItem(storageKeys.remoteLink, JSON.stringify(link));
    // The version is not published: it fails as a remote does, and the badge says so.
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const asked: string[] = [];
    const registry = await createRegistry(storage, (address) => {
      asked.push(String(address));
      return answer(text, true, { 'lectern-api': '1', 'x-lectern-overrides': said })();
    }).load();
    globalThis.fetch = fetch;
    expect(registry.overridden).toEqual(overridden);
    expect(registry.allowsOverrides).toBe(said === 'allowed');
    expect(new URL(asked[0] ?? '', 'https://books.example').searchParams.get('signature')).toBe('abc');
  });

  it('without a copy it fails, and is asked again the next time', async () => {
    let down = true;
    const registry = createRegistry(memory(), () =>
      down ? Promise.reject(new TypeError('x')) : answer(text)(),
    );
    await expect(registry.load()).rejects.toThrow();
    down = false;
    await expect(registry.load()).resolves.toBeDefined();
  });
});
