/** @jest-environment node */
import { generateKeyPairSync, sign } from 'node:crypto';
import { safeStorage } from '@lectern/client/common/safeStorage.ts';
import { createRegistry } from '@lectern/client/registry/registry.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

const memory = () =>
  safeStorage(() => {
    throw new Error('in memory');
  });
const content = { remotes: {} };
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
const signature = { value: sign(null, Buffer.from(JSON.stringify(content)), privateKey).toString('base64') };
const answer = (body: object) => async () =>
  new Response(JSON.stringify(body), { headers: { 'lectern-api': '1.0' } });

describe('a shell with the operator’s public key', () => {
  it('accepts a registry signed with the private key', async () => {
    const registry = createRegistry({
      storage: memory(),
      fetch: answer({ ...content, signature }),
      publicKey: key,
    });
    await expect(registry.load()).resolves.toMatchObject({ refused: [], api: '1.0' });
  });

  it.each([
    ['is not signed', content],
    ['was changed after it was signed', { remotes: { 'mf-x': {} }, signature }],
  ])('rejects one that %s, and uses its stored copy if that is signed', async (_, found) => {
    const storage = memory();
    const load = () => createRegistry({ storage, fetch: answer(found), publicKey: key }).load();
    await expect(load()).rejects.toThrow('not signed by the operator');
    storage.setItem(storageKeys.registry, JSON.stringify(content));
    await expect(load()).rejects.toThrow('not signed by the operator');
    storage.setItem(storageKeys.registry, JSON.stringify({ ...content, signature }));
    await expect(load()).resolves.toBeDefined();
  });
});
