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
