/** What stays real in a test that is about a certain day: `jest.useFakeTimers({ now, doNotFake: allButDate })`. */
export const allButDate: FakeableAPI[] = [
  'cancelAnimationFrame',
  'cancelIdleCallback',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
  'setImmediate',
  'setInterval',
  'setTimeout',
];
