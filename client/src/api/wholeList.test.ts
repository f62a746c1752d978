/** @jest-environment node */
import { fetchWholeList, isWholeList } from './wholeList.ts';

const listed = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }));

/** A server with pages of ten items. */
function serverOf(items: { id: string }[]) {
  const asked: unknown[] = [];
  const call = async (_key: string, request: { query?: { cursor?: string } }) => {
    asked.push(request);
    const start = Number(request.query?.cursor ?? 0);
    const end = start + 10;
    return { items: items.slice(start, end), next_cursor: end < items.length ? `${end}` : null };
  };
  return { asked, call: call as never };
}

describe('reading a whole list', () => {
  it('[S-02] joins its pages in order', async () => {
    const { asked, call } = serverOf(listed(35));
    expect(await fetchWholeList({ call }, 'GET /notes', {})).toEqual({ items: listed(35) });
    expect(asked).toEqual([{}, ...['10', '20', '30'].map((cursor) => ({ query: { cursor } }))]);
  });

  it('makes one request if there is one page', async () => {
    const { asked, call } = serverOf(listed(3));
    const parts: unknown[] = [];
    await fetchWholeList({ call }, 'GET /notes', {}, {}, (part) => parts.push(part));
    expect([asked.length, parts]).toEqual([1, []]);
  });

  it('reports partial results: the first page, then whenever the number of items has doubled', async () => {
    const { call } = serverOf(listed(100));
    const parts: number[] = [];
    await fetchWholeList({ call }, 'GET /highlights', {}, {}, ({ items }) => parts.push(items.length));
    expect(parts).toEqual([10, 20, 40, 80]);
  });

  it('removes duplicates of items that moved during the read', async () => {
    const items = [...listed(10), { id: '3' }, { id: 'last' }];
    const { items: all } = await fetchWholeList({ call: serverOf(items).call }, 'GET /notes', {});
    expect(all.map(({ id }) => id)).toEqual([...listed(10).map(({ id }) => id), 'last']);
  });

  it('[T-03] asks for small pages after one that has taken long', async () => {
    jest.useFakeTimers();
    const { asked, call } = serverOf(listed(35));
    const slow = (async (...given: Parameters<typeof call>) => {
      jest.setSystemTime(Date.now() + (asked.length === 0 ? 5_001 : 4_000));
      return (call as (...all: unknown[]) => Promise<unknown>)(...(given as unknown[]));
    }) as never;
    expect(await fetchWholeList({ call: slow }, 'GET /notes', {})).toEqual({ items: listed(35) });
    expect(asked).toEqual([
      {},
      { query: { limit: 20, cursor: '10' } },
      { query: { cursor: '20' } },
      { query: { cursor: '30' } },
    ]);
    jest.useRealTimers();
  });

  it('applies to requests without a limit', () => {
    expect(isWholeList('GET /notes', {})).toBe(true);
    expect(isWholeList('GET /words', {})).toBe(true);
    expect(isWholeList('GET /notes', { query: { limit: 5 } })).toBe(false);
    expect(isWholeList('GET /api/gamification/history', {})).toBe(false);
    expect(isWholeList('GET /books', {})).toBe(false);
  });
});
