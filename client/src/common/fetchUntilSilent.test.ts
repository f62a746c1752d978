/** @jest-environment node */
import { fetchUntilSilent } from './fetchUntilSilent.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const silenceMs = 10_000;
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

/** A connection that the test moves byte by byte. */
function setUp(body?: string) {
  let answer: (response: Response) => void = () => undefined;
  let pieces: ReadableStreamDefaultController<Uint8Array> | undefined;
  const slow: boolean[] = [];
  const send: typeof fetch = (_, init) =>
    new Promise((resolve, reject) => {
      answer = resolve;
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const init = body === undefined ? {} : { method: 'POST', body };
  const asked = fetchUntilSilent('/v1/notes', init, { silenceMs, send, onSlow: (one) => slow.push(one) });
  const text = asked.then((response) => response.text());
  let outcome: string | null = null;
  text.then(
    (words) => {
      outcome = words;
    },
    ({ name }) => {
      outcome = name;
    },
  );
  return {
    slow,
    outcome: () => outcome,
    answerBegins: () =>
      answer(
        new Response(
          new ReadableStream({
            start: (controller) => {
              pieces = controller;
            },
          }),
        ),
      ),
    piece: () => pieces?.enqueue(new TextEncoder().encode('.')),
    ends: () => pieces?.close(),
  };
}

it('[T-03] an answer that keeps coming is read to its end, however long it takes, and is called slow', async () => {
  const { outcome, slow, answerBegins, piece, ends } = setUp();
  answerBegins();
  for (let count = 0; count < 12; count += 1) {
    await pass(9_000);
    piece();
  }
  expect([outcome(), slow]).toEqual([null, [true]]);
  ends();
  await pass(0);
  expect([outcome(), slow]).toEqual(['............', [true, false]]);
});

it('[T-03] an answer that stops coming is given up after the silence', async () => {
  const { outcome, answerBegins, piece } = setUp();
  answerBegins();
  await pass(9_000);
  piece();
  await pass(9_999);
  expect(outcome()).toBeNull();
  await pass(1);
  expect(outcome()).toBe('TimeoutError');
});

it.each([
  ['80 KB', 'a'.repeat(80_000), 80_000 + silenceMs],
  ['99,000 Japanese characters', '本'.repeat(99_000), 297_000 + silenceMs],
])('[T-03] a body of %s has the time that a slow connection needs', async (_, body, limit) => {
  const { outcome, slow } = setUp(body);
  await pass(limit - 1);
  expect([outcome(), slow]).toEqual([null, [true]]);
  await pass(1);
  expect([outcome(), slow]).toEqual(['TimeoutError', [true, false]]);
});

it('a short request without an answer is given up after the silence, and is not called slow', async () => {
  const { outcome, slow } = setUp('a short note');
  await pass(silenceMs + 12);
  expect([outcome(), slow]).toEqual(['TimeoutError', []]);
});

test.each([204, 205, 304])(
  '[T-03] an answer %i, which may have no body, is passed on as it is',
  async (status) => {
    const answer = { status, body: new ReadableStream(), headers: new Headers() } as Response;
    await expect(fetchUntilSilent('/x', {}, { silenceMs: 1_000, send: async () => answer })).resolves.toBe(
      answer,
    );
  },
);
