/** @jest-environment node */

import { changedFields } from './useFields.ts';

test('only fields whose value has changed are sent; one that has none any more gets that of the file back', () => {
  const before = { name: 'Ada', agree: true, days: ['monday'], town: 'London' };
  const after = { name: 'Ada L.', agree: true, days: ['monday', 'friday'], note: '' };
  expect(changedFields(before, after)).toEqual({
    name: 'Ada L.',
    days: ['monday', 'friday'],
    note: '',
    town: null,
  });
  expect(changedFields(before, before)).toEqual({});
});
