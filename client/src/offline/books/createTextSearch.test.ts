/** @jest-environment node */

import { createTextSearch } from './createTextSearch.ts';
import type { SearchRequest } from './searchWorker.ts';

/** Workers as the browser has them, whose answers the test gives. */
function setUp() {
  const started: { worker: EventTarget; asked: SearchRequest[] }[] = [];
  const search = createTextSearch(() => {
    const asked: SearchRequest[] = [];
    const worker = Object.assign(new EventTarget(), {
      postMessage: (request: SearchRequest) => asked.push(request),
    });
    started.push({ worker, asked });
    return worker as unknown as Worker;
  });
  const answer = (at: number, data: object) =>
    started[at]?.worker.dispatchEvent(new MessageEvent('message', { data }));
  return { search, started, answer };
}

const request = (typed: string) => ({ books: [], typed, limit: 5 });

describe('the search in downloaded books', () => {
  it('starts one worker, with the first search, and gives each answer to its own search', async () => {
    const { search, started, answer } = setUp();
    expect(started).toHaveLength(0);
    const [first, second] = [search(request('a')), search(request('b'))];
    expect(started).toHaveLength(1);
    const [one, two] = started[0]?.asked ?? [];
    expect([one, two]).toMatchObject([request('a'), request('b')]);
    answer(0, { id: two?.id, passages: ['of b'] });
    answer(0, { id: one?.id, passages: ['of a'] });
    expect([await first, await second]).toEqual([['of a'], ['of b']]);
  });

  it('fails as the worker says, and works the next time', async () => {
    const { search, started, answer } = setUp();
    const failed = search(request('a'));
    answer(0, { id: started[0]?.asked[0]?.id, error: 'broken' });
    await expect(failed).rejects.toThrow('broken');
    const next = search(request('b'));
    answer(0, { id: started[0]?.asked[1]?.id, passages: [] });
    expect(await next).toEqual([]);
  });

  it('fails when the worker cannot be started, and starts another for the next search', async () => {
    const { search, started, answer } = setUp();
    const failed = [search(request('a')), search(request('b'))];
    started[0]?.worker.dispatchEvent(new Event('error'));
    for (const one of failed) await expect(one).rejects.toThrow('The search could not be started.');
    const next = search(request('c'));
    expect(started).toHaveLength(2);
    answer(1, { id: started[1]?.asked[0]?.id, passages: ['found'] });
    expect(await next).toEqual(['found']);
  });
});
