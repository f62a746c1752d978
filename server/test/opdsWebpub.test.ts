import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let ada: Client;
let device: Device;
let base: string;

before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
  device = await addDevice(ada);
  const file = bookFile({
    'OPS/book.opf': packageDocument({
      chapters: ['one.xhtml', 'a%20b.xhtml'],
      manifest: '<item id="css" href="s.css" media-type="text/css"/>',
    }),
    'OPS/nav.xhtml': nav(
      '<li><a href="one.xhtml#in">One</a><ol><li><a href="a%20b.xhtml">Two</a></li></ol></li>',
    ),
    'OPS/one.xhtml': page(
      `<p id="in">${'Call me Ishmael. '.repeat(100)}</p>`,
      '<title>One</title><script>1</script>',
    ),
    'OPS/a b.xhtml': page('<p>Two.</p>'),
    'OPS/s.css': 'p { color: red }',
  });
  base = `/opds/books/${(await uploadBook(ada, file)).id}`;
});
after(() => server.stop());

interface Link {
  href: string;
  type: string;
  rel?: string;
}
interface Manifest {
  metadata: { title: string; conformsTo: string };
  links: Link[];
  readingOrder: Link[];
  resources: Link[];
  toc: { title: string; href: string; children: { href: string }[] }[];
}

const manifest = async () => {
  const response = await device.fetch(`${base}/manifest.json`);
  assert.equal(response.headers.get('content-type'), 'application/webpub+json');
  return (await response.json()) as Manifest;
};
const open = (href: string) => device.fetch(new URL(href, `${server.origin}${base}/manifest.json`).pathname);

test('all URLs of a manifest can be fetched with their declared type', async () => {
  const { metadata, links, readingOrder, resources, toc } = await manifest();
  assert.equal(metadata.title, 'A Made Book');
  assert.deepEqual(
    readingOrder.map(({ href }) => href),
    ['content/OPS/one.xhtml', 'content/OPS/a%20b.xhtml'],
  );
  assert.equal(toc[0]?.href, 'content/OPS/one.xhtml#in');
  assert.equal(toc[0]?.children[0]?.href, 'content/OPS/a%20b.xhtml');
  assert.ok(resources.some(({ href }) => href === 'content/OPS/s.css'));
  for (const { href, type } of [
    ...readingOrder,
    ...resources,
    ...links.filter(({ rel }) => rel !== 'http://opds-spec.org/progression'),
  ]) {
    const response = await open(href);
    assert.equal(response.status, 200, href);
    assert.ok(response.headers.get('content-type')?.startsWith(type), `${href} ${type}`);
    await response.arrayBuffer();
  }
});

test('each EPUB of the catalog links to it', async () => {
  assert.match(await (await device.fetch('/opds/v2/books')).text(), new RegExp(`${base}/manifest.json`));
});

test('positions are numbered through the book', async () => {
  const { total, positions } = (await (await open('positions.json')).json()) as {
    total: number;
    positions: { href: string; locations: { position: number; totalProgression: number } }[];
  };
  assert.deepEqual(
    positions.map(({ locations }) => locations.position),
    [1, 2, 3].slice(0, total),
  );
  assert.equal(total, 3);
  assert.deepEqual(
    [positions[0]?.locations.totalProgression, positions.at(-1)?.href],
    [0, 'content/OPS/a%20b.xhtml'],
  );
});

test('its resources are sanitized, sandboxed and private', async () => {
  const response = await open('content/OPS/one.xhtml');
  assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.doesNotMatch(await response.text(), /script/);
  const eve = await addDevice(await server.reader('eve'));
  for (const path of ['manifest.json', 'positions.json', 'content/OPS/one.xhtml'])
    assert.equal((await eve.fetch(`${base}/${path}`)).status, 404, path);
  for (const path of [
    'content/OPS/nothing.xhtml',
    'content/../../manifest',
    'content/%2e%2e/%2e%2e/etc/passwd',
  ])
    assert.equal((await device.fetch(`${base}/${path}`)).status, 404, path);
});

test('a PDF has none', async () => {
  const { id } = await uploadBook(ada, makePdf(), 'x.pdf');
  assert.equal((await device.fetch(`/opds/books/${id}/manifest.json`)).status, 404);
});

test('[B-06] a manifest has layout, landmarks, page list and accessibility', async () => {
  const file = bookFile({
    'OPS/book.opf': packageDocument({
      chapters: ['one.xhtml'],
      metadata: `<meta property="schema:accessMode">textual</meta>
        <meta property="schema:accessModeSufficient">textual,visual</meta>
        <meta property="schema:accessibilityFeature">tableOfContents</meta>
        <meta property="schema:accessibilityHazard">none</meta>
        <meta property="schema:accessibilitySummary">All of it is text.</meta>
        <meta property="a11y:certifiedBy">Somebody</meta>`,
    }),
    'OPS/nav.xhtml': page(`<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav>
      <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="one.xhtml">Begin</a></li></ol></nav>
      <nav epub:type="page-list"><ol><li><a href="one.xhtml#p7">7</a></li></ol></nav>`),
    'OPS/one.xhtml': page('<p id="p7">Words.</p>'),
  });
  const { id } = await uploadBook(ada, file, 'Access.epub');
  const made = await (await device.fetch(`/opds/books/${id}/manifest.json`)).json();
  const accessibility = {
    certification: { certifiedBy: 'Somebody' },
    summary: 'All of it is text.',
    accessMode: ['textual'],
    accessModeSufficient: [['textual', 'visual']],
    feature: ['tableOfContents'],
    hazard: ['none'],
  };
  assert.equal(made.metadata.layout, 'reflowable');
  assert.equal(made.metadata.presentation, undefined);
  assert.deepEqual(made.metadata.accessibility, accessibility);
  assert.deepEqual(made.landmarks, [{ title: 'Begin', href: 'content/OPS/one.xhtml' }]);
  assert.deepEqual(made.pageList, [{ title: '7', href: 'content/OPS/one.xhtml#p7' }]);
  const publication = await (await device.fetch(`/opds/v2/publications/${id}`)).json();
  assert.equal(publication.metadata.layout, 'reflowable');
  assert.deepEqual(publication.metadata.accessibility, accessibility);
});

test('[B-06] the authentication document has an absolute id; the search is described without a password', async () => {
  for (const path of ['/opds', '/opds/authentication']) {
    const { id } = (await (await fetch(server.origin + path)).json()) as { id: string };
    assert.equal(id, `${server.origin}/opds/authentication`);
  }
  const description = await fetch(`${server.origin}/opds/v1.2/search.xml`);
  assert.equal(description.status, 200);
  assert.match(await description.text(), /OpenSearchDescription/);
});

test('[B-06] a slash at the end of an address changes nothing', async () => {
  for (const path of [
    '/opds/',
    '/opds/v2/',
    '/opds/v1.2/books/?page=1',
    '/opds/v2/authors/',
    `${base}/manifest.json/`,
  ])
    assert.equal((await device.fetch(path)).status, 200, path);
  assert.equal((await device.kosync('GET', '/users/auth/')).status, 200);
});

for (const [accept, type] of [
  ['application/opds+json;q=0.5, application/atom+xml', 'application/atom+xml'],
  ['application/atom+xml;profile=opds-catalog;q=0.8, application/opds+json;q=0.9', 'application/opds+json'],
  ['application/atom+xml, application/opds+json', 'application/atom+xml'],
  ['application/opds+json;q=0', 'application/atom+xml'],
  ['Application/OPDS+JSON, */*', 'application/opds+json'],
] as const)
  test(`[B-06] Accept: ${accept}`, async () => {
    const answer = await device.fetch('/opds', { headers: { accept } });
    assert.ok(answer.headers.get('content-type')?.startsWith(type), answer.headers.get('content-type') ?? '');
  });
