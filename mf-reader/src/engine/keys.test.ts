/** @jest-environment node */
import { pageAction } from './keys.ts';

const key = (
  name: string,
  modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});
const ltr = { rtl: false, scrolled: false };

test.each([
  ['ArrowRight', 'next', 'previous'],
  ['ArrowLeft', 'previous', 'next'],
  ['ArrowDown', 'next', 'next'],
  ['ArrowUp', 'previous', 'previous'],
  ['PageDown', 'next', 'next'],
  ['PageUp', 'previous', 'previous'],
  [' ', 'next', 'next'],
  ['Home', 'chapterStart', 'chapterStart'],
  ['End', 'chapterEnd', 'chapterEnd'],
  ['a', null, null],
])('%s does %s, in a book read from right to left %s', (name, action, rtlAction) => {
  expect(pageAction(key(name), ltr)).toBe(action);
  expect(pageAction(key(name), { ...ltr, rtl: true })).toBe(rtlAction);
});

test('shift and space goes back', () => {
  expect(pageAction(key(' ', { shiftKey: true }), ltr)).toBe('previous');
});

test('Home and End with Control are those of the book', () => {
  expect(pageAction(key('Home', { ctrlKey: true }), ltr)).toBe('bookStart');
  expect(pageAction(key('End', { metaKey: true }), ltr)).toBe('bookEnd');
  expect(pageAction(key('ArrowRight', { ctrlKey: true }), ltr)).toBeNull();
});

test('the arrows up and down are left to a sheet that scrolls, and Alt to the browser', () => {
  expect(pageAction(key('ArrowDown'), { ...ltr, scrolled: true })).toBeNull();
  expect(pageAction(key('ArrowLeft', { altKey: true }), ltr)).toBeNull();
});
