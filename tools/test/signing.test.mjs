import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isSignedRegistry } from '../../client/src/registry/registrySignature.ts';
import { isSigned, newSigningKey, signed } from '../lib/signing.mjs';
import { sampleDeploys, versionOf } from '../lib/testing/sampleBuild.mjs';

describe('what the operator signs', () => {
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

  it('is the registry and the origin of each version, which the shell verifies by the public key', async () => {
    const { current } = await place.deployed('one');
    const read = (path) => JSON.parse(readFileSync(join(place.remotes, path), 'utf8'));
    const registry = read('remotes.json');
    assert.equal(isSigned(registry, publicKey), true);
    assert.equal(await isSignedRegistry(registry, publicKey), true);
    const provenance = read(`mf-search/${versionOf(current)}/provenance.json`);
    assert.equal(isSigned(provenance, publicKey), true);
    assert.deepEqual(Object.keys(provenance.subject), ['mf-manifest.json', 'remoteEntry.js']);
  });

  it('is no longer signed once anything of it is changed, or when another key was used', async () => {
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
    // Signed again, it has one signature, of what it is now.
    const again = signed({ ...good, remotes: {} }, keyFile);
    assert.equal(await isSignedRegistry(again, publicKey), true);
  });

  it('needs a key that can be read', () => {
    assert.throws(
      () => signed({}, join(place.folder, 'nothing.pem')),
      /names no private key that can be read/,
    );
  });
});
