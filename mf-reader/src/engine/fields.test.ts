/** @jest-environment node */
import { parseFieldValues } from './fields.ts';

test('what a reader has filled in is taken as it was stored', () => {
  const values = {
    name: 'Ada',
    agreed: true,
    refused: false,
    days: ['monday', 'friday'],
    none: [],
    empty: '',
  };
  expect(parseFieldValues(values)).toEqual(values);
});

test('what no field can hold is left out', () => {
  const broken = { number: 7, nothing: null, object: {}, mixed: ['monday', 7] };
  expect(parseFieldValues({ name: 'Ada', ...broken })).toEqual({ name: 'Ada' });
});

test.each([null, undefined, 'text', 7])('%j holds no values', (stored) => {
  expect(parseFieldValues(stored)).toEqual({});
});
