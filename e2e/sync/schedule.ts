/** Random schedules: what a person does, and what happens to the browser, the network and the server meanwhile. */
import fc from 'fast-check';
import type { Fate } from './browser.ts';
import { action, type PersonAction } from './model.ts';

export type Step =
  | { do: 'write'; action: PersonAction; tab: number }
  /** The page is reloaded while it saves. */
  | { do: 'write and reload'; action: PersonAction }
  /** The network is lost; `knows`: the browser has noticed. */
  | { do: 'cut'; knows: boolean }
  | { do: 'back' }
  | { do: 'fates'; fates: Fate[] }
  | { do: 'flush'; tab: number }
  | { do: 'sync now'; tab: number }
  /** A tab is killed while it sends its n-th write, before or after the server has it. */
  | { do: 'kill tab'; at: number; arrived: boolean }
  | { do: 'second tab' }
  /** The server is killed some milliseconds after its n-th write was sent. */
  | { do: 'kill server'; at: number; after: number }
  | { do: 'server full'; full: boolean }
  | { do: 'browser full'; full: boolean }
  /** The browser's database is closed under the tab, does not open for a while, or is deleted. */
  | { do: 'database'; becomes: 'closed' | 'shut' | 'open' | 'deleted' }
  /** This many writes in a row get the same error. */
  | { do: 'outage'; writes: number; fate: Fate }
  /** Another device of the reader, which is online, adds a book to a shelf or removes it. */
  | { do: 'other device'; slot: number; puts: boolean }
  /** The clock of the device jumps. */
  | { do: 'clock'; by: number }
  /** The token is rejected from now on. */
  | { do: 'token dies'; renewable: boolean }
  | { do: 'log out' }
  | { do: 'sign in'; who: number };

const tab = fc.nat(1);
const is = <D extends Step['do']>(name: D) => fc.constant(name);
const fate = fc.constantFrom<Fate>(
  'ok',
  'lost',
  'answer lost',
  'answer lost',
  'error',
  'overloaded',
  'foreign 200',
  'foreign 403',
  'foreign 404',
  'foreign 502',
  'foreign after',
);

const write = fc.record({ do: is('write'), action, tab });
const usual: fc.WeightedArbitrary<Step>[] = [
  { weight: 14, arbitrary: write },
  { weight: 2, arbitrary: fc.record({ do: is('write and reload'), action }) },
  { weight: 3, arbitrary: fc.record({ do: is('cut'), knows: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: is('back') }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: is('fates'), fates: fc.array(fate, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: is('flush'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: is('sync now'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: is('kill tab'), at: fc.nat(2), arrived: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: is('second tab') }) },
  { weight: 1, arbitrary: fc.record({ do: is('server full'), full: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: is('browser full'), full: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('database'),
      becomes: fc.constantFrom('closed' as const, 'shut' as const, 'open' as const, 'deleted' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('outage'),
      writes: fc.integer({ min: 5, max: 40 }),
      fate: fc.constantFrom<Fate>('error', 'overloaded', 'foreign 502', 'foreign 403'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('clock'),
      by: fc.integer({ min: -90, max: 60 }).map((days) => days * 86_400_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: is('other device'), slot: fc.nat(2), puts: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: is('token dies'), renewable: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: is('log out') }) },
  { weight: 2, arbitrary: fc.record({ do: is('sign in'), who: fc.nat(1) }) },
];
const killing: fc.Arbitrary<Step> = fc.record({ do: is('kill server'), at: fc.nat(2), after: fc.nat(6) });
const steps = (minLength: number, maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(fc.oneof(...usual), { minLength, maxLength });

/** One in `each` kills its server: starting one takes longer than a hundred other schedules. */
export const schedule = (each: number): fc.Arbitrary<Step[]> =>
  fc.oneof(
    { weight: each - 1, arbitrary: steps(1, 16) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(steps(0, 6), fc.array(write, { minLength: 1, maxLength: 3 }), killing, steps(0, 6))
        .map(([before, writes, kill, after]) => [
          ...before,
          { do: 'cut', knows: true } as const,
          ...writes,
          kill,
          ...after,
        ]),
    },
  );
