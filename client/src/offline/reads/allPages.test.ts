/** @jest-environment node */
import fc from 'fast-check';
import { fetchAllPages, type Page } from './allPages.ts';

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
});
