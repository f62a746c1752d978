import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { memberChanges } from '@lectern/shared-contracts/domain/changes/members.ts';
import { bookTests } from './support/bookTests.ts';
import type { Client } from './support/client.ts';
import { addDevice } from './support/devices.ts';
import { makeEpub } from './support/epub.ts';
import { uploadBook } from './support/uploads.ts';
import { unzip } from './support/zip.ts';

const books = bookTests();
const { add, patch } = books;

/** Adds a book with tags. */
async function tagged(title: string, ...tags: string[]): Promise<string> {
  const id = await add({ title });
  await patch(id, { tags });
  return id;
}
const tagsOf = async (id: string, reader: Client = books.reader) =>
  (await reader.call('GET /books/:id', { params: { id } })).tags;
const titlesWith = async (...tags: string[]) => {
  const query = new URLSearchParams(tags.map((tag) => ['tag', tag]));
  const answer = await books.reader.fetch(`/v1/books?${query}`);
  return ((await answer.json()) as { items: { title: string }[] }).items.map(({ title }) => title).sort();
};

describe('tags of a book', () => {
  test('are kept trimmed, once whatever their case, in their order', async () => {
    const id = await tagged('Emma', ' to  read ', 'Été', 'ÉTÉ', 'a "quoted", one');
    assert.deepEqual(await tagsOf(id), ['to read', 'Été', 'a "quoted", one']);
    await patch(id, { title: 'Emma again' });
    assert.deepEqual((await tagsOf(id)).length, 3);
    await patch(id, { tags: [] });
    assert.deepEqual(await tagsOf(id), []);
  });

  for (const [what, tags] of [
    ['more than 50', Array.from({ length: 51 }, (_, n) => `tag ${n}`)],
    ['one of 61 characters', ['x'.repeat(61)]],
    ['an empty one', ['']],
    ['no list', 'sea'],
  ] as const)
    test(`refuse ${what}`, async () => {
      const id = await add();
      const { status } = await books.reader.try('PATCH /books/:id', {
        params: { id },
        body: { tags } as never,
      });
      assert.equal(status, 422);
    });

  test('of two devices are too many together: the later device is told, and nothing is lost', async () => {
    const first = Array.from({ length: 49 }, (_, n) => `tag ${n}`);
    const id = await tagged('Emma', ...first, 'there');
    const { status, body } = await books.reader.try('PATCH /books/:id', {
      params: { id },
      body: { tags: [...first, 'here'], tagChanges: memberChanges(first, [...first, 'here']) },
    });
    assert.equal(status, 413);
    assert.match(JSON.stringify(body), /50 tags/);
    assert.equal((await tagsOf(id)).at(-1), 'there');
  });

  test('narrow the list: all of those given, in any spelling, with their signs taken literally', async () => {
    await tagged('One', 'Sea', '100%', 'a_b');
    await tagged('Two', 'sea', 'Island');
    await tagged('Three', 'Seaside', '100 %', 'axb');
    assert.deepEqual(await titlesWith('SEA'), ['One', 'Two']);
    assert.deepEqual(await titlesWith('sea', 'island'), ['Two']);
    assert.deepEqual(await titlesWith('100%'), ['One']);
    assert.deepEqual(await titlesWith('A_B'), ['One']);
    assert.deepEqual(await titlesWith('%'), []);
  });

  test('have earlier versions, and are in the export', async () => {
    const id = await tagged('Emma', 'sea');
    books.clock.pass(10);
    await patch(id, { tags: ['land'] });
    const { items } = await books.reader.call('GET /versions/:kind/:id', { params: { kind: 'book', id } });
    assert.deepEqual(items[0]?.fields.tags, ['sea']);
    const zip = await unzip(new Uint8Array(await (await books.reader.fetch('/v1/export')).arrayBuffer()));
    const [name = ''] = [...zip.keys()].filter((path) => path.endsWith('books.json'));
    const [book] = JSON.parse(Buffer.from(zip.get(name) ?? []).toString());
    assert.deepEqual(book.tags, ['land']);
    assert.ok(!('tag_keys' in book));
  });

  test('come back with the book from the bin, and are found again', async () => {
    const id = await tagged('Emma', 'Sea');
    await books.reader.call('DELETE /books/:id', { params: { id }, query: {} });
    const { items } = await books.reader.call('GET /bin', {});
    await books.reader.call('POST /bin/:id/restore', { params: { id: items[0]?.id ?? '' }, body: {} });
    assert.deepEqual(await titlesWith('sea'), ['Emma']);
  });

  test('limit a search, as those of notes do', async () => {
    const { id } = await uploadBook(books.reader, await makeEpub({ chapters: ['A whale sings.'] }));
    await patch(id, { tags: ['Trade'] });
    const found = async (q: string) =>
      (await books.reader.call('GET /search', { query: { q } })).items.map(({ book_id }) => book_id);
    assert.deepEqual(await found('whale tag:trade'), [id]);
    assert.deepEqual(await found('whale tag:sea'), []);
  });
});

describe('a tag of all books', () => {
  const rename = async (tag: string, to: string | null) =>
    (await books.reader.call('POST /books/tags', { body: { tag, to } })).changed;

  test('is renamed in books and rules, and becomes one with a tag that is there', async () => {
    const [one, two, three] = [
      await tagged('One', 'sf', 'Space'),
      await tagged('Two', 'SF', 'science fiction'),
      await tagged('Three', 'sfx'),
    ];
    const id = randomUUID();
    const collection = { name: 'Stars', description: null, color: null, icon: null, bookIds: [] };
    await books.reader.call('PUT /collections/:id', {
      params: { id },
      body: { ...collection, rule: { tags: ['Sf'], rating: 4 } },
    });
    const other = await books.server.reader();
    const theirs = await other.call('POST /books/import', {
      body: { items: [{ title: 'Theirs', author: '', status: 'unread', tags: ['sf'] }] },
    });
    assert.equal(await rename('sF', 'Science Fiction'), 2);
    assert.deepEqual(await tagsOf(one), ['Science Fiction', 'Space']);
    assert.deepEqual(await tagsOf(two), ['Science Fiction']);
    assert.deepEqual(await tagsOf(three), ['sfx']);
    const { items } = await books.reader.call('GET /collections', {});
    assert.deepEqual(items[0]?.rule, { tags: ['Science Fiction'], rating: 4 });
    assert.deepEqual(await tagsOf(theirs.items[0]?.id ?? '', other), ['sf']);
    const listed = await books.reader.call('GET /books', { query: { tag: 'science fiction' } });
    assert.equal(listed.total, 2);
  });

  test('is taken from all books', async () => {
    const id = await tagged('One', 'sf', 'Space');
    assert.equal(await rename('SF', null), 1);
    assert.deepEqual(await tagsOf(id), ['Space']);
    assert.equal(await rename('SF', null), 0);
  });
});

describe('tags that come with a book', () => {
  const list = (tags: string[]) =>
    books.reader.call('POST /books/import', {
      body: { items: [{ title: 'Emma', author: 'Jane Austen', status: 'unread', tags }] },
    });

  test('from a list: new ones are added to those of a book that is here', async () => {
    const id = (await list(['classics', 'Classics'])).items[0]?.id ?? '';
    assert.deepEqual(await tagsOf(id), ['classics']);
    assert.equal((await list(['england', 'CLASSICS'])).items[0]?.id, id);
    assert.deepEqual(await tagsOf(id), ['classics', 'england']);
    assert.deepEqual(await titlesWith('England'), ['Emma']);
  });
});

describe('tags in the catalog', () => {
  test('have a feed that leads to their books, and are categories of a book', async () => {
    await add({ title: 'Two', genre: 'Novel' }).then((id) => patch(id, { tags: ['sea', 'novel', 'a & b'] }));
    await tagged('One', 'Sea');
    await tagged('Three', 'sea');
    const device = await addDevice(books.reader);
    const read = async (path: string) => (await device.fetch(`/opds/${path}`)).text();
    const tags = JSON.parse(await read('v2/tags'));
    assert.deepEqual(
      tags.navigation.map((entry: { title: string; properties: { numberOfItems: number } }) => [
        entry.title,
        entry.properties.numberOfItems,
      ]),
      [
        ['a & b', 1],
        ['novel', 1],
        ['sea', 3],
      ],
    );
    assert.match(await read('v1.2/tags'), /<title>a &amp; b<\/title>/);
    const shown = await device.fetch(tags.navigation[0].href);
    const [book] = ((await shown.json()) as { publications: { metadata: { subject: string[] } }[] })
      .publications;
    assert.deepEqual(book?.metadata.subject, ['Novel', 'sea', 'a & b']);
    assert.match(await read('v1.2/books?tag=SEA'), /<category term="a &amp; b" label="a &amp; b"\/>/);
  });
});
