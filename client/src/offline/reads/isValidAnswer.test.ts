/** @jest-environment node */
import { type ReadKey, routes } from '@lectern/shared-contracts/api/routes.ts';
import { isLarge } from './isLarge.ts';
import { isValidAnswer } from './isValidAnswer.ts';

const reads = Object.entries(routes).filter(([key]) => key.startsWith('GET ')) as [
  ReadKey,
  { response?: unknown },
][];
/** Whether the server answers with a list, by the schema of the API. */
const isList = (response: unknown): boolean => {
  const { properties = {} } = (response ?? {}) as { properties?: Record<string, { type?: string }> };
  return properties.items?.type === 'array';
};

describe('[F-03] an answer that was kept', () => {
  it.each(reads.map(([key, { response }]) => [key, isList(response)] as const))(
    'to %s is shown only as a list: %p',
    (key, list) => {
      expect(isValidAnswer(key, { items: 'junk' })).toBe(!list);
      expect(isValidAnswer(key, { items: [{ id: 1 }] })).toBe(true);
    },
  );

  it.each([[null], [undefined], ['items'], [{}], [{ items: [1] }], [{ items: [{}, null] }]])(
    'is not a list as %p',
    (value) => expect(isValidAnswer('GET /notes', value)).toBe(false),
  );

  it('may be an empty list', () => expect(isValidAnswer('GET /notes', { items: [] })).toBe(true));
});

describe('the size of an answer', () => {
  it.each<[string, unknown, number]>([
    ['a text with its quotes', 'abc', 5],
    ['an empty text', '', 2],
    ['a number', 1234, 4],
    ['nothing', null, 4],
    ['a truth value', false, 5],
    ['an empty object', {}, 2],
    ['an object with its names', { ab: 1, c: 'd' }, 2 + (2 + 4) + 1 + (1 + 4) + 3],
    ['a list with its commas', [1, 22, [3]], 2 + (1 + 1) + (1 + 2) + (1 + (2 + 1 + 1))],
  ])('of %s', (_, value, characters) => {
    expect([isLarge(value, characters), isLarge(value, characters + 1)]).toEqual([true, false]);
  });

  it('is counted no further than it must', () => {
    const counted: string[] = [];
    const item = (name: string) => ({
      get text() {
        counted.push(name);
        return 'x'.repeat(100);
      },
    });
    expect(isLarge([item('a'), item('b'), item('c')], 150)).toBe(true);
    expect(counted).toEqual(['a', 'b']);
  });
});
