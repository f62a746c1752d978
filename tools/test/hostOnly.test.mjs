import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { readRegistry } from '../lib/registry/target.mjs';
import { problemsIn } from '../lib/sources/hostOnly.mjs';
import { sampleDeploys, versionOf } from '../lib/testing/sampleBuild.mjs';

for (const [code, says] of [
  ['localStorage.setItem("a", "b")', /storage/],
  ['window["sessionStorage"].clear()', /storage/],
  ['const { localStorage: kept } = globalThis', /storage/],
  ['document.cookie = "a=b"', /storage/],
  ['await caches.open("a")', /storage/],
  ['const open = indexedDB.open("a")', /IndexedDB/],
  ['self.indexedDB.open("a")', /IndexedDB/],
  ['await fetch("/v1/books")', /fetch/],
  ['const send = fetch; send("/v1/books")', /fetch/],
  ['await window\n  .fetch("/v1/books")', /fetch/],
  ['navigator.sendBeacon("/v1/x")', /connections/],
  ['new WebSocket("wss://a")', /connections/],
  ['location.href = "/"', /location/],
  ['document.location.assign("/")', /location/],
  ['window.document.location.reload()', /location/],
  ['window.history.pushState(null, "", "/")', /location/],
  ['/* why */ localStorage.clear()', /storage/],
  ['import { createGlobalStyle } from "styled-components"', /own elements/],
  ['const a = <p dangerouslySetInnerHTML={{ __html: b }} />', /markup/],
])
  test(`[O-04] a remote may not: ${code}`, () => {
    assert.match(
      problemsIn(code)
        .map(({ problem }) => problem)
        .join(),
      says,
    );
  });

test('[O-04] names of its own, properties, types and comments are a remote’s own business', () => {
  const code = `
    // localStorage is not used; fetch( neither
    interface Place { location: string; fetch(): void }
    const here: Pick<Location, 'href'> & { send: typeof fetch } = { location: 1 };
    const { location } = book;
    function open(fetch: () => void) { fetch(); return location; }
    host.api.fetch(); book.location; "indexedDB"; useLocation();`;
  assert.deepEqual(problemsIn(code), []);
});

test('[O-04] a deploy refuses a remote whose code goes around the Host, with its place', async () => {
  const place = sampleDeploys();
  try {
    const source = join(place.folder, 'mf-search', 'src');
    mkdirSync(source, { recursive: true });
    const before = await place.deployed('one', { checkout: place.folder });
    writeFileSync(join(source, 'Page.tsx'), 'export const a = 1;\nlocalStorage.clear();\n');
    await assert.rejects(
      place.deployed('two', { checkout: place.folder }),
      /Refused; nothing was changed\.\n.*through the Host:\n {2}mf-search\/src\/Page\.tsx:2 {2}browser storage/,
    );
    const { current } = (await readRegistry(place.target)).remotes['mf-search'];
    assert.equal(versionOf(current), versionOf(before.current));
  } finally {
    place.remove();
  }
});

test('[O-04] npm run check of a workspace outside the repository checks this as well', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'tools/kit/place/package.json'), 'utf8'));
  assert.equal(scripts.check, 'tsc && lectern-remote check');
});
