/** @jest-environment node */

import { limitAnnotations, mostAnnotations } from './limitAnnotations.ts';

test('a page with too many annotations has the first of them', async () => {
  const page = { getAnnotations: async () => Array.from({ length: 100_000 }, (_, id) => id) };
  const file = { getPage: async () => page };
  limitAnnotations(file);
  await file.getPage();
  const annotations = await (await file.getPage()).getAnnotations();
  expect(annotations).toHaveLength(mostAnnotations);
  expect(annotations.at(-1)).toBe(mostAnnotations - 1);
});
