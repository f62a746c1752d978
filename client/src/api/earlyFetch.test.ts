import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { fetchOrReuseEarly, fetchReadsEarly } from './earlyFetch.ts';

const answer = {} as Response;
const sent: string[] = [];
const books = { key: 'GET /books', request: { query: { limit: 200, offset: 0 } } };
const address = '/v1/books?limit=200&offset=0';

beforeEach(() => {
  sent.length = 0;
  localStorage.setItem(storageKeys.token, 'one');
  globalThis.fetch = jest.fn(async (input, init) => {
    sent.push(`${input} ${new Headers(init?.headers).get('authorization')}`);
    return answer;
  }) as typeof fetch;
});
afterEach(() => localStorage.clear());

const ask = (token = 'one') =>
  fetchOrReuseEarly(address, { method: 'GET', headers: { Authorization: `Bearer ${token}` } });

describe('early reads', () => {
  it('are requested once, with the token and the usual headers, and given to the first caller', async () => {
    fetchReadsEarly('/v1', [books, { key: 'GET /books/:id', request: { params: { id: 'b1' } } }]);
    expect(sent).toEqual([`${address} Bearer one`, '/v1/books/b1 Bearer one']);
    expect(await ask()).toBe(answer);
    expect(sent).toHaveLength(2);
    await ask();
    expect(sent).toHaveLength(3);
  });

  it('are not given to another reader', async () => {
    fetchReadsEarly('/v1', [books]);
    await ask('two');
    expect(sent).toEqual([`${address} Bearer one`, `${address} Bearer two`]);
  });

  it('are not requested when nobody was signed in', () => {
    localStorage.clear();
    expect(fetchReadsEarly('/v1', [books]).size).toBe(0);
    expect(sent).toEqual([]);
  });
});
