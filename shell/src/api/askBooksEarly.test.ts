import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { askBooksEarly, fetchOrTake, firstBooks } from './askBooksEarly.ts';

const answer = {} as Response;
const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  localStorage.setItem(storageKeys.token, 'one');
  globalThis.fetch = jest.fn(async (input, init) => {
    sent.push(`${input} ${new Headers(init?.headers).get('authorization')}`);
    return answer;
  }) as typeof fetch;
});
afterEach(() => localStorage.clear());

const ask = (token = 'one', path = firstBooks) =>
  fetchOrTake(`/v1${path}`, { method: 'GET', headers: { Authorization: `Bearer ${token}` } });

describe('the books that are asked for early', () => {
  it('are asked for once, with the token and the headers of every call, and given to the first who wants them', async () => {
    runInBackground(askBooksEarly('/v1', '/library'));
    expect(sent).toEqual([`/v1${firstBooks} Bearer one`]);
    expect(await ask()).toBe(answer);
    expect(sent).toHaveLength(1);
    await ask();
    expect(sent).toHaveLength(2);
  });

  it('are not given to another reader', async () => {
    runInBackground(askBooksEarly('/v1', '/library'));
    await ask('two');
    expect(sent).toEqual([`/v1${firstBooks} Bearer one`, `/v1${firstBooks} Bearer two`]);
  });

  it.each(['/settings', '/read/b1'])('are not asked for on %s', (page) => {
    runInBackground(askBooksEarly('/v1', page));
    expect(sent).toEqual([]);
  });

  it('are not asked for when nobody was signed in', () => {
    localStorage.clear();
    runInBackground(askBooksEarly('/v1', '/library'));
    expect(sent).toEqual([]);
  });
});
