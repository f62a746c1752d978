import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { conflictRules } from '@lectern/shared-contracts/sync/conflictRules.ts';
import { addBook } from './support/books.ts';
import { client } from './support/client.ts';
import fc from './support/fastCheck.ts';
import { startServer, type TestServer } from './support/server.ts';
import { type Cell, drivers, type Pair } from './support/twoDevices.ts';

let server: TestServer;
let pair: Pair;

before(async () => {
  server = await startServer();
  const who = { email: 'ada@example.org', password: 'correct horse', name: 'Ada' };
  const [phone, laptop] = [
    client(server.origin, server.config.root),
    client(server.origin, server.config.root),
  ];
  await phone.register(who);
  await laptop.signIn(who);
  const newBook = (id?: string) => addBook(server.services, phone.user?.id ?? '', id ? { id } : {});
  const books = [await newBook(), await newBook(), await newBook(), await newBook()];
  pair = { phone, laptop, newBook, books, bookId: await newBook() };
});
after(() => server.stop());

const notes = async () => (await pair.phone.call('GET /notes', {})).items;
const notesBut = async (id: string) => (await notes()).filter((note) => note.id !== id).length;

/**
 * Values change what is merged, and not the statements: on PostgreSQL once. LECTERN_CONFLICT_RUNS for more, with
 * another LECTERN_SEED.
 */
const usual = process.env.LECTERN_TESTS === 'all' ? 2 : 1;
const numRuns = process.env.DATABASE_URL ? 1 : Number(process.env.LECTERN_CONFLICT_RUNS ?? usual);

for (const rule of conflictRules) {
  const { kind, fields, editEdit, editDelete, deleteEdit, addAdd } = rule;
  const driver = drivers[kind];
  for (const field of fields) {
    describe(`[Y-07] ${kind}: ${field}`, () => {
      /** Three distinct values; the first is stored before the devices diverge. */
      const cell = (outcome: string, walk: (cell: Cell) => Promise<void>) => async () => {
        if (outcome === 'never changed') return;
        await fc.assert(
          fc.asyncProperty(driver.values(field, pair), async ([first, here, there]) => {
            const id = randomUUID();
            const place = { ...pair, bookId: kind === 'book' || kind === 'place' ? id : pair.bookId };
            await driver.make(place, place.phone, id, { [field]: first });
            await walk({ ...place, id, first, here, there });
          }),
          { numRuns },
        );
      };

      test(
        `edited on both: ${editEdit}`,
        cell(editEdit, async ({ id, first, here, there, ...place }) => {
          const shown = await driver.read(place, id);
          assert.ok(shown);
          await driver.edit(place, place.phone, shown, { [field]: there });
          const answer = await driver.edit(place, place.laptop, shown, { [field]: here });
          const stored = await driver.read(place, id);
          assert.ok(stored);
          if (editEdit === 'merged') {
            const members = new Set(
              [...(here as string[]), ...(there as string[])].filter(
                (member) =>
                  ((here as string[]).includes(member) && (there as string[]).includes(member)) ||
                  !(first as string[]).includes(member),
              ),
            );
            assert.deepEqual(new Set(stored[field] as string[]), members);
            return;
          }
          if (editEdit === 'rule for positions') {
            assert.deepEqual(stored[field], here);
            assert.equal(
              (await place.phone.call('GET /books/:id/places', { params: { id: place.bookId } })).items
                .length,
              1,
            );
            return;
          }
          assert.deepEqual(stored[field], here);
          if (editEdit === 'both texts') {
            const kept = (await notes()).filter((note) => note.twin_of === id);
            assert.equal(kept.length, 1);
            assert.equal(field === 'title' && kind === 'note' ? kept[0]?.title : kept[0]?.content, there);
            // A value that was seen is replaced without keeping it.
            await driver.edit(place, place.phone, stored, { [field]: there });
            assert.equal((await notes()).filter((note) => note.twin_of === id).length, 1);
          } else {
            assert.ok(
              answer.replaced?.some((one) => one.field === field && one.note === null),
              JSON.stringify(answer),
            );
          }
        }),
      );

      test(
        `edited here, deleted there: ${editDelete}`,
        cell(editDelete, async ({ id, here, ...place }) => {
          const shown = await driver.read(place, id);
          assert.ok(shown);
          await driver.remove(place, place.phone, shown);
          assert.equal(await driver.read(place, id), null);
          if (editDelete === 'created again') {
            await driver.edit(place, place.laptop, shown, { [field]: here });
            assert.deepEqual((await driver.read(place, id))?.[field], here);
          } else await assert.rejects(driver.edit(place, place.laptop, shown, { [field]: here }), /404/);
        }),
      );

      test(
        `deleted here, edited there: ${deleteEdit}`,
        cell(deleteEdit, async ({ id, there, ...place }) => {
          const shown = await driver.read(place, id);
          assert.ok(shown);
          await driver.edit(place, place.phone, shown, { [field]: there });
          if (deleteEdit === 'kept') {
            await assert.rejects(driver.remove(place, place.laptop, shown), /409/);
            const stored = await driver.read(place, id);
            assert.deepEqual(stored?.[field], there);
            if (stored) await driver.remove(place, place.laptop, stored);
            assert.equal(await driver.read(place, id), null);
            return;
          }
          const kept = await notesBut(id);
          await driver.remove(place, place.laptop, shown);
          assert.equal(await driver.read(place, id), null);
          if (deleteEdit === 'deleted, text kept') {
            assert.equal(
              (await notes()).filter(({ content, book_id }) => content === there && book_id === null).length,
              1,
            );
          } else assert.equal(await notesBut(id), kept);
          if (deleteEdit === 'deleted, in the history') {
            const { items } = await place.phone.call('GET /reading/sessions/:id/changes', { params: { id } });
            assert.ok(
              items.some(
                ({ kind: what, before: row }) =>
                  what === 'deleted' && (row as Record<string, unknown>)[field] === there,
              ),
            );
          }
        }),
      );

      test(
        `created on both: ${addAdd}`,
        cell(addAdd, async ({ id, here, ...place }) => {
          const other = kind === 'place' ? id : randomUUID();
          await driver.make(
            { ...place, bookId: kind === 'book' ? other : place.bookId },
            place.laptop,
            other,
            { [field]: here },
            id,
          );
          const both = [await driver.read(place, id), await driver.read(place, other)].filter(
            (one) => one !== null,
          );
          assert.equal(new Set(both.map((one) => one.id)).size, addAdd === 'both kept' ? 2 : 1);
        }),
      );
    });
  }
}

/** conflictRules as the Markdown table of docs/sync.md. */
function conflictTable(): string {
  const head = [
    'kind',
    'fields',
    'changed on both',
    'changed here, deleted there',
    'deleted here, changed there',
    'created on both',
  ];
  const rows = conflictRules.map(({ kind, fields, editEdit, editDelete, deleteEdit, addAdd }) => [
    kind,
    fields.join(', '),
    editEdit,
    editDelete,
    deleteEdit,
    addAdd,
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

test('[Y-07] the table in docs/sync.md is the one that is tested', async () => {
  const docs = await readFile(new URL('../../docs/sync.md', import.meta.url), 'utf8');
  assert.ok(docs.includes(conflictTable()), `docs/sync.md should have:\n${conflictTable()}`);
});
