/** What can happen between a browser and its server while a reader keeps writing. */
import type { Fault } from './faultyProxy.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

/** What the reader, or the machine, does meanwhile. */
export type Meanwhile =
  /** Sync Now, and `online` events, five times each. */
  | 'impatient reader'
  | 'page reloaded'
  | 'tab closed'
  /** The whole browser is killed, as by SIGKILL. */
  | 'browser killed'
  /** The server is killed by SIGKILL and restarted when the network is back. */
  | 'server killed'
  /** The server is restored with the data from before the planned writes. */
  | 'second tab';

export interface Scenario {
  name: string;
  fault: Fault;
  /** Milliseconds by the browser's clock. */
  lasts: number;
  meanwhile?: Meanwhile;
  /** Milliseconds by which the device's clock is ahead of the server's; negative if it is behind. */
  clock?: number;
  /** Part of `npm run test:all`; all others run with `npm run outage`. */
  sample?: boolean;
}

const faults: readonly Fault[] = [
  'cut before',
  'cut after',
  '502 page',
  '503 page',
  '429 page',
  '429 page with Retry-After',
  '403 page',
  '404 page',
  'portal',
  'foreign JSON',
  'stall',
  'slow body',
];

const spans = {
  'ten seconds': 10 * seconds,
  'three minutes': 190 * seconds,
  'six hours': 6 * hours,
  'two weeks': 14 * days,
};

const meanwhiles: readonly Meanwhile[] = [
  'impatient reader',
  'page reloaded',
  'tab closed',
  'browser killed',
  'server killed',
  'second tab',
];

const clocks = {
  'ten years behind': -3_650 * days,
  'three hours behind': -3 * hours,
  'twenty minutes ahead': 20 * minutes,
  'three hours ahead': 3 * hours,
  'ten years ahead': 3_650 * days,
};

const sampled = new Set([
  '502 page for three minutes, impatient reader',
  'portal for three minutes, page reloaded',
  'cut after for ten seconds, tab closed',
  'slow body for ten seconds, server killed',
  'cut before for three minutes, clock three hours ahead',
]);

const named = (scenario: Scenario): Scenario => ({ ...scenario, sample: sampled.has(scenario.name) });

/** Every fault with every duration; every fault with every disturbance; every wrong clock. */
export const scenarios: readonly Scenario[] = [
  ...faults.flatMap((fault) =>
    Object.entries(spans).map(([span, lasts]) => named({ name: `${fault} for ${span}`, fault, lasts })),
  ),
  ...faults.flatMap((fault) =>
    meanwhiles.map((meanwhile) => {
      const long = fault === '502 page' || fault === 'portal';
      const span = long ? 'three minutes' : 'ten seconds';
      return named({ name: `${fault} for ${span}, ${meanwhile}`, fault, lasts: spans[span], meanwhile });
    }),
  ),
  ...Object.entries(clocks).map(([which, clock]) =>
    named({
      name: `cut before for three minutes, clock ${which}`,
      fault: 'cut before',
      lasts: spans['three minutes'],
      clock,
    }),
  ),
];
