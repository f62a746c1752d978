/** @jest-environment node */
import { type ReadKey, routes } from '@lectern/shared-contracts/api/routes.ts';
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
