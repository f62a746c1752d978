import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isSignedRegistry } from '../../client/src/registry/registrySignature.ts';
import { newSigningKey, signed } from '../lib/registry/signing.mjs';
import { sampleDeploys, versionOf } from '../lib/testing/sampleBuild.mjs';

describe('signatures', () => {
  let place;
  let keyFile;
  let publicKey;
  beforeEach(() => {
    place = sampleDeploys();
    const pair = newSigningKey();
    publicKey = pair.publicKey;
    keyFile = join(place.folder, 'key.pem');
    writeFileSync(keyFile, pair.privateKey);
    process.env.LECTERN_SIGNING_KEY = keyFile;
  });
  afterEach(() => {
    delete process.env.LECTERN_SIGNING_KEY;
    place.remove();
  });

  it('of the registry and the origin of each version are verified by the shell with the public key', async () => {
    const { current } = await place.deployed('one');
    const read = (path) => JSON.parse(readFileSync(join(place.remotes, path), 'utf8'));
    const registry = read('remotes.json');
    assert.equal(await isSignedRegistry(registry, publicKey), true);
    const provenance = read(`mf-search/${versionOf(current)}/provenance.json`);
    assert.equal(await isSignedRegistry(provenance, publicKey), true);
    assert.deepEqual(Object.keys(provenance.subject), ['mf-manifest.json', 'remoteEntry.js']);
  });

  it('are invalid after any change, or with another key', async () => {
    const content = { remotes: { 'mf-a': { current: { base: '/a/' } } } };
    const good = signed(content, keyFile);
    const bad = [
      { ...good, remotes: { 'mf-a': { current: { base: 'https://evil.example/' } } } },
      { ...good, extra: 1 },
      { remotes: good.remotes },
      { ...good, signature: { value: 'AAAA' } },
      { ...good, signature: null },
      null,
    ];
    for (const one of bad) assert.equal(await isSignedRegistry(one, publicKey), false);
    assert.equal(await isSignedRegistry(good, newSigningKey().publicKey), false);
    assert.equal(await isSignedRegistry(good, publicKey), true);
    // Signing again replaces the signature.
    const again = signed({ ...good, remotes: {} }, keyFile);
    assert.equal(await isSignedRegistry(again, publicKey), true);
  });

  it('need a readable key', () => {
    assert.throws(
      () => signed({}, join(place.folder, 'nothing.pem')),
      /names no private key that can be read/,
    );
  });
});
