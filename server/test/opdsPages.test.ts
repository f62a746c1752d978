import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { attribute, findElements, parseXml } from '../src/intake/ingest/epub/xml/xml.ts';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let ada: Client;
let device: Device;

before(async () => {
  server = await startServer();
  ada = await server.reader();
  device = await addDevice(ada);
});
after(() => server.stop());

const rel = 'http://vaemendis.net/opds-pse/stream';
/** Page-streaming links in the list of all books. */
async function streams() {
  const feed = await device.fetch('/opds/v1.2/books?order=title');
  return findElements(parseXml(Buffer.from(await feed.arrayBuffer())), 'link').filter(
    (link) => attribute(link, 'rel') === rel,
  );
}
const pageOf = (template: string, number: number, width: number, of = device) =>
  of.fetch(template.replace('{pageNumber}', String(number)).replace('{maxWidth}', String(width)));
const sizeOf = async (answer: Response) => {
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg']);
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { format, width, height };
};

test('pages of a PDF are served as images, in the requested width, with the last read page', async () => {
  const { id } = await uploadBook(ada, makePdf({ pages: [['One'], ['Two'], ['Three']] }), 'Paper.pdf');
  await ada.call('PUT /books/:id/progress', {
    params: { id },
    body: {
      current_page: 2,
      total_pages: 3,
      percentage: 66,
      updated_at: new Date().toISOString(),
      position: { page: 2 },
    },
  });
  const [link] = await streams();
  assert.ok(link);
  assert.deepEqual(
    ['count', 'lastRead'].map((name) => attribute(link, name)),
    ['3', '2'],
  );
  const template = attribute(link, 'href') ?? '';
  assert.deepEqual(await sizeOf(await pageOf(template, 0, 306)), { format: 'jpeg', width: 306, height: 396 });
  assert.equal((await sizeOf(await pageOf(template, 2, 1_000_000))).width, 2_000);
  assert.equal((await pageOf(template, 3, 300)).status, 404);
  assert.equal((await pageOf(template, -1, 300)).status, 404);
  const other = await addDevice(await server.reader());
  assert.equal((await pageOf(template, 0, 300, other)).status, 404);
});

test('[S-05] a comic is served picture by picture, except for oversized pictures and drawings; a text book is not', async () => {
  const picture = await sharp({ create: { width: 800, height: 1_200, channels: 3, background: '#248' } })
    .png()
    .toBuffer();
  const large = await sharp({ create: { width: 8_001, height: 8_000, channels: 3, background: '#248' } })
    .png()
    .toBuffer();
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>';
  const names = ['one', 'two', 'large', 'drawing'];
  const chapters = names.map((name) => `pages/${name}.xhtml`);
  const fixed = '<meta property="rendition:layout">pre-paginated</meta>';
  const parts = {
    'OPS/nav.xhtml': nav(names.map((name) => `<li><a href="pages/${name}.xhtml">${name}</a></li>`).join('')),
    ...Object.fromEntries(
      chapters.map((path, index) => {
        const of = ['a.png', 'a.png', 'b.png', 'c.svg'][index];
        return [`OPS/${path}`, page(`<div><img src="../art/${of}" alt=""/></div>`)];
      }),
    ),
    'OPS/art/a.png': picture,
    'OPS/art/b.png': large,
    'OPS/art/c.svg': drawing,
  };
  const manifest =
    '<item id="a" href="art/a.png" media-type="image/png"/><item id="b" href="art/b.png" media-type="image/png"/>' +
    '<item id="c" href="art/c.svg" media-type="image/svg+xml"/>';
  const opf = packageDocument({ chapters, manifest, metadata: fixed });
  const reader = await server.reader();
  const own = await addDevice(reader);
  const { id } = await uploadBook(reader, bookFile({ 'OPS/book.opf': opf, ...parts }), 'Comic.epub');
  const template = `/opds/books/${id}/pages/{pageNumber}?width={maxWidth}`;
  assert.deepEqual(await sizeOf(await pageOf(template, 1, 400, own)), {
    format: 'jpeg',
    width: 400,
    height: 600,
  });
  // [S-05] Neither is decoded in the server: pictures of books are decoded in a helper process.
  for (const page of [2, 3]) assert.equal((await pageOf(template, page, 400, own)).status, 404);
  const words = bookFile({
    'OPS/book.opf': packageDocument({ chapters: ['one.xhtml'] }),
    'OPS/nav.xhtml': nav('<li><a href="one.xhtml">One</a></li>'),
    'OPS/one.xhtml': page('<p>Many words of a chapter.</p>'),
  });
  const novel = await uploadBook(reader, words, 'Novel.epub');
  assert.equal((await pageOf(template.replace(id, novel.id), 0, 400, own)).status, 404);
});
