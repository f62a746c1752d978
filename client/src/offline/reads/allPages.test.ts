/** @jest-environment node */
import fc from 'fast-check';
import { fetchAllPages, type Page } from './queryClient.ts';

const shelf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

describe('fetchAllPages', () => {
  it('[LB-10] brings every item once, in order, 200 at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2_000 }), async (count) => {
        const asked: [number, number][] = [];
        const all = await fetchAllPages(async (limit, offset) => {
          asked.push([limit, offset]);
          return { items: shelf(count).slice(offset, offset + limit), total: count };
        });
        expect(all).toEqual({ items: shelf(count), total: count });
        expect(asked.every(([limit, offset]) => limit === 200 && offset % 200 === 0)).toBe(true);
        expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 200)));
      }),
      { numRuns: 30 },
    );
  });

  it('[LB-10] takes the count of items when there is no total', async () => {
    expect(await fetchAllPages(async () => ({ items: shelf(3) }))).toEqual({ items: shelf(3), total: 3 });
  });

  it('has no item twice when the list grows while it is read', async () => {
    let all = shelf(300);
    const page = await fetchAllPages(async (limit, offset) => {
      const answer = { items: all.slice(offset, offset + limit), total: all.length };
      all = [{ id: 1_000 }, ...all];
      return answer;
    });
    expect(new Set(page.items.map(({ id }) => id)).size).toBe(page.items.length);
  });

  it('tells of the first page before the rest has come', async () => {
    const parts: Page[] = [];
    await fetchAllPages(
      async (limit, offset) => ({ items: shelf(500).slice(offset, offset + limit), total: 500 }),
      (part) => parts.push(part),
    );
    expect(parts.map((part) => part.items.length)).toEqual([200]);
  });

  it('[S-02] fills a page that the server cut because its texts are long', async () => {
    const all = await fetchAllPages(async (limit, offset) => {
      const items = shelf(450).slice(offset, offset + Math.min(limit, 70));
      return { items, total: 450, next_cursor: offset + items.length < 450 ? 'more' : null };
    });
    expect(all).toEqual({ items: shelf(450), total: 450 });
  });

  it('asks for three pages at a time, and tells of them before it asks for more', async () => {
    let open = 0;
    let mostOpen = 0;
    const parts: number[] = [];
    const all = await fetchAllPages(
      async (limit, offset) => {
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        await new Promise(setImmediate);
        open -= 1;
        return { items: shelf(1_500).slice(offset, offset + limit), total: 1_500 };
      },
      (part) => parts.push(part.items.length),
    );
    expect([mostOpen, parts, all.items.length]).toEqual([3, [200, 800, 1_400], 1_500]);
  });

  it('keeps the other fields of the first page, but not its cursor', async () => {
    const all = await fetchAllPages(async (limit, offset) => ({
      items: shelf(201).slice(offset, offset + limit),
      total: 201,
      next_cursor: offset === 0 ? 'more' : null,
      tags: [offset],
    }));
    expect(all).toEqual({ items: shelf(201), total: 201, tags: [0] });
  });

  it('keeps items without an id, and counts what is there when the total is too small', async () => {
    const items = [{ word: 'a' }, { word: 'a' }] as never[];
    expect(await fetchAllPages(async () => ({ items, total: 1 }))).toEqual({ items, total: 2 });
  });

  it.each([
    ['goes on with an empty page', 0],
    ['is as long as it was asked for', 200],
  ])('[S-02] asks for no more of a page that has a cursor and %s', async (_, count) => {
    const asked: [number, number][] = [];
    await fetchAllPages(async (limit, offset) => {
      asked.push([limit, offset]);
      return { items: shelf(count), total: count, next_cursor: 'more' };
    });
    expect(asked).toEqual([[200, 0]]);
  });

  it('[S-02] ends when the rest of a cut page is empty', async () => {
    const asked: [number, number][] = [];
    const all = await fetchAllPages(async (limit, offset) => {
      asked.push([limit, offset]);
      return { items: offset === 0 ? shelf(70) : [], total: 70, next_cursor: 'more' };
    });
    expect([asked, all.items.length]).toEqual([
      [
        [200, 0],
        [130, 70],
      ],
      70,
    ]);
  });
});
