/** @jest-environment node */

import { addressOf, pathOf } from './basePath.ts';

describe('[O-07] a base path', () => {
  it.each([
    ['/library', '/books/library'],
    ['/', '/books/'],
    ['//elsewhere.example/x', '//elsewhere.example/x'],
    ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
  ])('the address of %s is %s', (path, address) => {
    expect(addressOf(path, '/books')).toBe(address);
    expect(addressOf(path, '')).toBe(path);
  });

  it.each([
    ['/books/library', '/library'],
    ['/books/', '/'],
    ['/books', '/'],
    ['/books/books/1', '/books/1'],
    ['/booksellers', '/booksellers'],
  ])('the path of %s is %s', (pathname, path) => {
    expect(pathOf(pathname, '/books')).toBe(path);
    expect(pathOf(pathname, '')).toBe(pathname);
  });
});
