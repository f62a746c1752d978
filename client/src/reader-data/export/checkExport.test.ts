/** @jest-environment node */
import type { HostApi } from '@lectern/shared-contracts/contract/host.ts';
import { makeExport, makeZip } from '../../testing/makeZip.ts';
import { checkExport, type ExportProblem } from './checkExport.ts';

const note = (id: string, content: string, title = '') => ({ id, title, content, tags: [] });
const api = { call: async () => ({ url: '/v1/export/u1/grant', expires_at: '' }) } as unknown as HostApi;

const check = (old: Uint8Array<ArrayBuffer>, today: Uint8Array<ArrayBuffer>) =>
  checkExport(new Blob([old]), api, async () => new Response(today));

test('says what an export has, and what of today it lacks or has in an older state', async () => {
  const old = makeExport({ notes: [note('a', 'same'), note('b', 'before'), note('c', 'deleted since')] });
  const today = makeExport({
    notes: [note('a', 'same'), note('b', 'after', 'Changed'), note('d', 'new')],
    words: [{ id: 'w', word: 'whale', meaning: null }],
    'part-rows': [{ id: 'r', part: 'mf-lending', content: { to: 'Ann' } }],
  });
  const { exportedAt, kinds } = await check(old, today);
  expect(exportedAt).toBe('2026-01-02T10:00:00.000Z');
  expect(kinds.filter(({ has, lacks }) => has + lacks > 0)).toEqual([
    { label: 'Notes', has: 3, lacks: 2, names: ['Changed', 'new'] },
    { label: 'Looked-up words', has: 0, lacks: 1, names: ['whale'] },
    { label: 'Other entries', has: 0, lacks: 1, names: ['mf-lending'] },
  ]);
});

test('notices every text of a reader, and takes what an earlier version lacks for empty', async () => {
  const old = {
    books: [{ id: 'b', title: 'Emma' }],
    collections: [{ id: 'c', name: 'Sea', description: 'Wet' }],
    goals: [{ id: 'g', title: 'Ten', description: 'Whales' }],
    forms: [{ book_id: 'b', field: 'name', content: 'Ann' }],
  };
  const lacking = async (change: object) =>
    (await check(makeExport(old), makeExport({ ...old, ...change }))).kinds
      .filter(({ lacks }) => lacks > 0)
      .map(({ label, names }) => [label, ...names]);
  expect(await lacking({ books: [{ id: 'b', title: 'Emma', tags: [], series: null }] })).toEqual([]);
  expect(await lacking({ books: [{ id: 'b', title: 'Emma', tags: ['sea'] }] })).toEqual([['Books', 'Emma']]);
  expect(await lacking({ collections: [{ id: 'c', name: 'Sea', description: 'Dry' }] })).toEqual([
    ['Collections', 'Sea'],
  ]);
  expect(await lacking({ goals: [{ id: 'g', title: 'Ten', description: '' }] })).toEqual([['Goals', 'Ten']]);
  const forms = [...old.forms, { book_id: 'b', field: 'age', content: '7' }];
  expect(await lacking({ forms })).toEqual([['Filled-in fields', 'age']]);
});

test('readings are named by their book, and are none in an export of an earlier version', async () => {
  const reading = { id: 'r', book_id: 'b', started_at: null, finished_at: null, outcome: null, rating: 4 };
  const before = { books: [{ id: 'b', title: 'Emma' }], readings: [{ ...reading, rating: 3 }] };
  const today = makeExport({ ...before, readings: [reading] });
  const found = async (old: Uint8Array<ArrayBuffer>) =>
    (await check(old, today)).kinds.find(({ label }) => label === 'Readings');
  expect(await found(makeExport(before))).toMatchObject({ has: 1, lacks: 1, names: ['Emma'] });
  expect(await found(makeExport({ books: before.books }))).toMatchObject({ has: 0, lacks: 1 });
});

describe('is refused', () => {
  const whole = makeExport({ notes: [note('a', 'x'.repeat(200))] });
  const changed = (at: number) => {
    const bytes = whole.slice();
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const atNotes = Buffer.from(whole).indexOf('notes.json') + 'notes.json'.length + 2;
  const problems: [string, Uint8Array<ArrayBuffer>, RegExp][] = [
    ['another file', new TextEncoder().encode('no zip'), /not a whole export/],
    ['another zip', makeZip({ 'a.txt': 'a' }), /not a whole export/],
    ['a cut export', whole.slice(0, whole.length - 30), /not a whole export/],
    ['one whose content has changed', changed(atNotes), /not a whole export/],
    ['that of another account', makeExport({}, 'u2'), /another account/],
  ];
  test.each(problems)('%s', async (_, bytes, message) => {
    const error = await check(bytes, whole).catch((thrown: ExportProblem) => thrown);
    expect((error as Error).message).toMatch(message);
  });
});
