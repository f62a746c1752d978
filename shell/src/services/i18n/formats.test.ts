/** @jest-environment node */
import { bytes } from './formats.ts';

describe('formatting sizes', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [147_000, '147 kB'],
    [3_400_000, '3.4 MB'],
    [10_700_000_000, '10.7 GB'],
  ])('formats %d as %s', (size, text) => {
    expect(bytes(size, 'en')).toBe(text);
  });
});
