/** @jest-environment node */
import type { RendererEvents } from '../../engine/renderer.ts';
import { createFinder } from './finder.ts';

const pending = 3;
const notFound = 1;

type Found = Parameters<RendererEvents['found']>[0];

test('a search without matches is still searching until all pages are searched', () => {
  const told: Found[] = [];
  const listeners = new Map<string, (data: object) => void>();
  const bus = {
    on: (name: string, listener: (data: object) => void) => listeners.set(name, listener),
    dispatch: (name: string, data: object) => listeners.get(name)?.(data),
  };
  const finder = createFinder(bus as never, { found: (found) => told.push(found) }, pending);
  finder.find('whale', { caseSensitive: false, wholeWords: false });
  expect(told).toEqual([{ current: 0, total: 0, searching: true }]);

  const none = { current: 0, total: 0 };
  bus.dispatch('updatefindmatchescount', { matchesCount: none });
  expect(told.at(-1)).toEqual({ ...none, searching: true });
  bus.dispatch('updatefindcontrolstate', { state: notFound, matchesCount: none });
  expect(told.at(-1)).toEqual({ ...none, searching: false });
});
