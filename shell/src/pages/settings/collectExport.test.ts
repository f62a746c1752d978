import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { bytes } from './bytes.ts';
import { collectExport } from './collectExport.ts';

const everything = {
  profile: { id: 'u' },
  note: { id: 'n' },
  highlight: { id: 'h' },
  collection: { id: 'c' },
} as never as Record<string, never>;

describe('the export', () => {
  it('holds every page of every kind', async () => {
    const host = createTestHost({
      routes: {
        'GET /auth/profile': () => everything.profile as never,
        'GET /notes': () => ({ items: [everything.note as never] }),
        'GET /highlights': () => ({ items: [everything.highlight as never] }),
        'GET /collections': () => ({ items: [everything.collection as never] }),
        'GET /books': ({ query }) => {
          const offset = query?.offset ?? 0;
          const items = Array.from({ length: Math.min(200, 450 - offset) }, (_, index) => ({
            id: `b${offset + index}`,
          }));
          return { items: items as never, total: 450 };
        },
        'GET /reading/sessions': () => ({ items: [], total: 0 }),
      },
    });
    const parts: string[] = [];
    const data = await collectExport(host.api, new Date('2026-01-01T00:00:00Z'), (part) => parts.push(part));
    expect(data).toMatchObject({
      format: 'lectern-export',
      version: 1,
      exported_at: '2026-01-01T00:00:00.000Z',
    });
    expect(new Set(data.books.map(({ id }) => id)).size).toBe(450);
    expect([data.notes, data.highlights, data.collections].map((list) => list.length)).toEqual([1, 1, 1]);
    expect(parts).toHaveLength(6);
  });

  it('is none when a part of it is missing', async () => {
    await expect(collectExport(createTestHost().api, new Date(), () => undefined)).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('a size in words', () => {
  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [147_000, '147 kB'],
    [3_400_000, '3.4 MB'],
    [10_700_000_000, '10.7 GB'],
  ])('%d is %s', (size, text) => {
    expect(bytes(size, 'en')).toBe(text);
  });
});
