/** @jest-environment node */
import { formatBytes } from '../books/formats.ts';
import { sniffBook } from './bookFiles.ts';

/** jsdom's Blob cannot be read; only size and first bytes are needed. */
const file = (content: string, name = 'a.epub') =>
  ({
    name,
    size: content.length,
    slice: (start: number, end: number) => ({
      arrayBuffer: async () =>
        Uint8Array.from(content.slice(start, end), (letter) => letter.charCodeAt(0)).buffer,
    }),
  }) as unknown as Blob;

test.each([
  ['PK\x03\x04mimetypeapplication/epub+zip', 'book'],
  ['%PDF-1.7', 'pdf'],
  ['\xef\xbb\xbf\n%PDF-1.4', 'pdf'],
  ['<!doctype html>', 'other'],
  ['MZ\x90\x00', 'other'],
  ['', 'empty'],
  [`${'A Book'.padEnd(60, '\0')}BOOKMOBI`, 'book', 'a.mobi'],
  ['<?xml version="1.0"?><FictionBook>', 'book', 'a.xml'],
  ['Rar!\x1a\x07\x00', 'book', 'a.cbr'],
  ['7z\xbc\xaf\x27\x1c', 'book', 'a.cb7'],
  ['# A title', 'book', 'a.md'],
  ['<!doctype html>', 'book', 'a.html'],
  ['\xff\xfeA\0', 'book', 'a.txt'],
  ['A\0B', 'other', 'a.txt'],
  ['a,b,c', 'other', 'a.csv'],
  ['<fulfillmentToken>', 'book', 'a.acsm'],
])('%j is %s', async (content, kind, name = 'a.epub') => {
  expect(await sniffBook(file(content, name))).toBe(kind);
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
