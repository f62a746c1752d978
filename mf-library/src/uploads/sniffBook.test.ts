/** @jest-environment node */
import { formatBytes } from '../books/formats.ts';
import { sniffBook } from './bookFiles.ts';

/** jsdom's Blob cannot be read; only size and first bytes are needed. */
const file = (content: string) =>
  ({
    size: content.length,
    slice: (start: number, end: number) => ({
      arrayBuffer: async () =>
        Uint8Array.from(content.slice(start, end), (letter) => letter.charCodeAt(0)).buffer,
    }),
  }) as unknown as Blob;

test.each([
  ['PK\x03\x04mimetypeapplication/epub+zip', 'epub'],
  ['%PDF-1.7', 'pdf'],
  ['\xef\xbb\xbf\n%PDF-1.4', 'pdf'],
  ['<!doctype html>', 'other'],
  ['MZ\x90\x00', 'other'],
  ['', 'empty'],
])('%j is %s', async (content, kind) => {
  expect(await sniffBook(file(content))).toBe(kind);
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_500, '1.5 kB'],
  [2_345_678, '2.3 MB'],
  [99_999_999, '100 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});
