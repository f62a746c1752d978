import { createWriteAheadLog } from './writeAheadLog.ts';

const minute = 60_000;
const entry = (id: string) => ({ id, type: 'CREATE_NOTE', payload: null, userId: 'ada' });

/** The log as it is after the page was loaded anew, in the same tab unless another is named. */
function logs() {
  let time = Date.now();
  sessionStorage.clear();
  localStorage.clear();
  const open = (session: Storage = sessionStorage) => createWriteAheadLog(localStorage, session, () => time);
  return {
    open,
    openOther: () => open({ getItem: () => null, setItem: () => {} } as unknown as Storage),
    turnClock: (by: number) => {
      time += by;
    },
  };
}

const ids = (log: ReturnType<typeof createWriteAheadLog>) => log.leftBehind().map(({ id }) => id);

test.each([
  ['in one page', false],
  ['also when the page was loaded anew in between', true],
])(
  '[OF-04] a clock that is turned back does not change the order of what was left behind, %s',
  (_, reload) => {
    const { open, turnClock } = logs();
    let log = open();
    log.add(entry('first'));
    turnClock(-24 * 60 * minute);
    if (reload) log = open();
    log.add(entry('second'));
    log.add(entry('third'));
    expect(ids(open())).toEqual(['first', 'second', 'third']);
  },
);

test('[OF-04] [Y-05] a write comes after those that have left the log, whatever tab made them and whatever the clock shows', () => {
  const { open, openOther, turnClock } = logs();
  const log = open();
  const before = log.add(entry('first'));
  log.remove('first');
  turnClock(-24 * 60 * minute);
  expect(openOther().add(entry('second'))).toBeGreaterThan(before);
});

test.each([
  ['a moment ago', 0, []],
  ['a minute ago', minute, ['hers']],
  ['by a clock that was a day ahead', -24 * 60 * minute, ['hers']],
])(
  '[OF-04] what another tab wrote %s is taken over only when that tab cannot be busy with it',
  (_, by, expected) => {
    const { open, openOther, turnClock } = logs();
    openOther().add(entry('hers'));
    turnClock(by);
    expect(ids(open())).toEqual(expected);
  },
);

test('[OF-04] settled writes come first, and the others in their order', () => {
  const { open } = logs();
  const log = open();
  for (const [id, order, settled] of [
    ['c', 3, false],
    ['settled', 9, true],
    ['a', 1, false],
  ] as const)
    log.add({ ...entry(id), order, settled });
  expect(ids(open())).toEqual(['settled', 'a', 'c']);
});

test('an order is that of the entry, or the time, or comes after the newest write', () => {
  const { open } = logs();
  const log = open();
  const time = Date.now() + minute;
  expect(log.add({ ...entry('a'), order: 7 })).toBe(7);
  const order = log.add(entry('b'));
  expect(order).toBeLessThan(time);
  expect(log.add(entry('c'), time)).toBe(time + 1);
  expect(log.add(entry('d'))).toBe(time + 2);
  expect(log.add({ ...entry('e'), order: 8 })).toBe(8);
  expect(open().add(entry('f'))).toBe(time + 3);
});

test.each(['junk', '-', String(Number.MAX_SAFE_INTEGER)])(
  'a newest order that is %s counts as none',
  (junk) => {
    const { open } = logs();
    localStorage.setItem('lectern.newest_write', junk);
    expect(Number.isSafeInteger(open().add(entry('a')))).toBe(true);
    expect(open().has('a')).toBe(true);
  },
);

test('a write that is removed is left behind when it is added once more by another page', () => {
  const { open, openOther } = logs();
  const log = open();
  log.add(entry('a'));
  expect([ids(log), log.has('a')]).toEqual([[], true]);
  log.remove('a');
  expect([log.has('a'), localStorage.getItem('lectern.newest_write') !== null]).toEqual([false, true]);
  open().add(entry('a'));
  expect(ids(log)).toEqual(['a']);
  openOther().add(entry('b'));
  const [b] = log.ofOtherTabs();
  expect([b?.id, log.isElsewhere('b'), log.isElsewhere('a'), log.has('b', b?.tab)]).toEqual([
    'b',
    true,
    false,
    true,
  ]);
  log.remove('b');
  expect(log.isElsewhere('b')).toBe(true);
  log.remove('b', b?.tab);
  expect(log.isElsewhere('b')).toBe(false);
});

test('what another tab has left may have been sent', () => {
  const { open, openOther, turnClock } = logs();
  openOther().add(entry('hers'));
  turnClock(minute);
  const log = open();
  log.add(entry('own'));
  expect(
    open()
      .leftBehind()
      .map(({ id, attempted }) => [id, attempted]),
  ).toEqual([
    ['hers', true],
    ['own', undefined],
  ]);
});

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['nothing', null],
  ['a number', 5],
  ...['id', 'type', 'userId', 'tab', 'at', 'order'].map((field): [string, unknown] => [
    `an entry without ${field}`,
    { ...entry('a'), tab: 't', at: 1, order: 1, [field]: undefined },
  ]),
  ['an entry with an empty id', { ...entry(''), tab: 't', at: 1, order: 1 }],
  ['an entry with a broken order', { ...entry('a'), tab: 't', at: 1, order: 1.5 }],
  ['an entry under another key', { ...entry('b'), tab: 't', at: 1, order: 1 }],
])('[F-03] %s in the log is no write', (_, junk) => {
  const { open } = logs();
  const stored = typeof junk === 'string' ? junk : JSON.stringify(junk);
  for (const key of ['a.t', 'a', '.t']) localStorage.setItem(`lectern.journal.${key}`, stored);
  const log = open();
  expect([log.ofOtherTabs(), log.leftBehind()]).toEqual([[], []]);
});
