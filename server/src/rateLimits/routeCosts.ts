import { availableParallelism } from 'node:os';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Config } from '../config/config.ts';
import { FairQueue } from '../scheduling/FairQueue.ts';
import type { RecentReaders } from '../scheduling/RecentReaders.ts';
import type { Limit } from './rateLimit.ts';

/** What one reader may ask for of a kind of route. Routes of one kind are counted together. */
export interface RouteCost {
  /** Share of the requests that a reader may make in a minute (LECTERN_REQUESTS_PER_MINUTE). */
  share: number;
  /** Requests of one reader that are worked on at once. */
  atOnce: number;
  /** Requests of one reader that may wait for that; more are answered with 429. */
  waiting: number;
  /** How long a reader rests before the next of this kind, as a multiple of what the last one took. */
  rest: number;
  /** Milliseconds of work that come before the rests: what the pages of a reader ask for at once. */
  burst?: number;
  /** Requests of all readers that are worked on at once; as many as like when left out. */
  total?: number;
  /** Whether the body is read only when the request's turn has come: for large ones, which take long to parse. */
  beforeBody?: true;
}

/** All limits of rate and concurrency for signed-in readers; of `password` for visitors too, by their network. */
export const routeCosts = {
  search: { share: 0.05, atOnce: 1, waiting: 40, rest: 1 },
  mentor: { share: 0.01, atOnce: 1, waiting: 20, rest: 4 },
  import: { share: 0.01, atOnce: 1, waiting: 20, rest: 20, beforeBody: true },
  cover: { share: 0.01, atOnce: 1, waiting: 24, rest: 2, beforeBody: true },
  drawnCover: { share: 0.1, atOnce: 1, waiting: 200, rest: 0 },
  guide: { share: 0.0025, atOnce: 1, waiting: 2, rest: 1 },
  /** A password is hashed, which takes a processor for some 50 ms: half of them are left to everybody else. */
  password: {
    share: 0.05,
    atOnce: 1,
    waiting: 500,
    rest: 0,
    total: Math.max(1, Math.floor(availableParallelism() / 2)),
  },
  export: { share: 0.0025, atOnce: 1, waiting: 2, rest: 1 },
  any: { share: 1, atOnce: 2, waiting: 300, rest: 20, burst: 300 },
} as const satisfies Record<string, RouteCost>;

export type CostName = keyof typeof routeCosts;

/** Routes that cost more than most. */
const costOf: Partial<Record<RouteKey, CostName>> = {
  'GET /search': 'search',
  'GET /books/:id/search': 'search',
  'POST /mentor/conversations/:id/messages': 'mentor',
  'POST /mentor/conversations/:id/stream': 'mentor',
  'GET /mentor/suggestion': 'mentor',
  'POST /books/import': 'import',
  'PUT /books/:id/cover': 'cover',
  'POST /covers-enhanced/ensure': 'drawnCover',
  'POST /guide': 'guide',
  'POST /auth/login': 'password',
  'POST /auth/sign-in/code': 'password',
  'POST /auth/register': 'password',
  'POST /auth/reset-password/confirm': 'password',
  'POST /auth/change-password': 'password',
  'POST /auth/confirm': 'password',
  'POST /auth/second-factor': 'password',
  'POST /auth/second-factor/recovery-codes': 'password',
  'DELETE /auth/delete-account': 'password',
};

export const costOfRoute = (key: RouteKey): CostName => costOf[key] ?? 'any';

/** Requests by network and minute where nobody is signed in: readers behind one address share it. */
const visitorShare = 10;

/** How many requests of a kind a reader may make. */
export const limitOfCost = (
  { requestsPerMinute }: Pick<Config, 'requestsPerMinute'>,
  cost: CostName,
): Limit => ({
  tries: Math.ceil(requestsPerMinute * routeCosts[cost].share),
  seconds: 60,
});

/** How many requests may come from one network where nobody is signed in. */
export const limitOfVisitors = ({ requestsPerMinute }: Pick<Config, 'requestsPerMinute'>): Limit => ({
  tries: requestsPerMinute * visitorShare,
  seconds: 60,
});

/** A queue for each kind of route, in which requests of a reader wait. All of them know of each other's readers. */
export type RouteQueues = Readonly<Record<CostName, FairQueue>>;

export function createRouteQueues(recentReaders: RecentReaders): RouteQueues {
  const queues = Object.entries<RouteCost>(routeCosts).map(
    ([name, { atOnce, waiting, rest, burst, total }]) => [
      name,
      new FairQueue({
        perReader: atOnce,
        waiting,
        rest,
        recentReaders,
        ...(burst === undefined ? {} : { burst }),
        ...(total === undefined ? {} : { total }),
      }),
    ],
  );
  return Object.fromEntries(queues) as RouteQueues;
}
