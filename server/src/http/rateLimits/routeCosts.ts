import { availableParallelism } from 'node:os';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Config } from '../../run/config/config.ts';
import { FairQueue, type FairQueueOptions, type RecentReaders } from '../../run/scheduling/FairQueue.ts';
import type { Limit } from './rateLimit.ts';

/** Limits per user for a kind of route. Routes of one kind are counted together, and have a queue of their own. */
export interface RouteCost extends FairQueueOptions {
  /** Share of LECTERN_REQUESTS_PER_MINUTE. */
  share: number;
  /** Whether to queue before the body is read. */
  beforeBody?: true;
}

/**
 * Larger bodies, in bytes, wait for their turn before they are read: reading and checking them takes long. Routes that
 * do not wait refuse them.
 */
export const smallBody = 32 * 1024;

/** All rate and concurrency limits of signed-in users; those of `password` also apply to visitors, by network. */
export const routeCosts = {
  search: { share: 0.05, perReader: 1, waiting: 40, rest: 1 },
  mentor: { share: 0.01, perReader: 1, waiting: 20, rest: 4 },
  import: { share: 0.01, perReader: 1, waiting: 20, rest: 20, beforeBody: true },
  cover: { share: 0.01, perReader: 1, waiting: 24, rest: 2, beforeBody: true },
  /** Large bodies of routes that have no kind of their own. */
  largeBody: { share: 1, perReader: 1, waiting: 40, rest: 40, beforeBody: true },
  drawnCover: { share: 0.1, perReader: 1, waiting: 200, rest: 0 },
  guide: { share: 0.0025, perReader: 1, waiting: 2, rest: 1 },
  /** Hashing a password takes about 50 ms of CPU time; half of the capacity remains for others. */
  password: {
    share: 0.05,
    perReader: 1,
    waiting: 500,
    rest: 0,
    total: Math.max(1, Math.floor(availableParallelism() / 2)),
  },
  /** Mail with a book: its file is read as the mail server takes it. */
  mail: { share: 0.0025, perReader: 1, waiting: 10, rest: 1, total: 4 },
  /** Services of the net about a book, and their covers. */
  online: { share: 0.005, perReader: 2, waiting: 20, rest: 0, total: 16 },
  /** Backends of parts: no reader may keep many of them waiting. */
  backend: { share: 0.05, perReader: 2, waiting: 20, rest: 0, total: 32, beforeBody: true },
  export: { share: 0.0025, perReader: 1, waiting: 2, rest: 1 },
  /** Apart from `any`: bodies of devices may arrive slowly, and must not keep their reader waiting. */
  webdav: { share: 1, perReader: 2, waiting: 300, rest: 20, burst: 300 },
  any: { share: 1, perReader: 2, waiting: 300, rest: 20, burst: 300 },
  /** Files of books, covers and dictionaries, until they have been read. A page may show hundreds of covers. */
  file: { share: 1, perReader: 64, waiting: 2_000, rest: 0 },
} as const satisfies Record<string, RouteCost>;

export type CostName = keyof typeof routeCosts;

/** Routes that are more expensive than the default. */
const costOf: Partial<Record<RouteKey, CostName>> = {
  'GET /search': 'search',
  'GET /books/:id/search': 'search',
  'POST /mentor/conversations/:id/messages': 'mentor',
  'POST /mentor/conversations/:id/stream': 'mentor',
  'GET /mentor/suggestion': 'mentor',
  'POST /books/import': 'import',
  'POST /books/:id/join': 'import',
  'POST /books/:id/perhaps-same': 'import',
  'POST /books/:id/files/:file/read': 'import',
  'POST /books/:id/files/:file/separate': 'import',
  'POST /marks/proof': 'import',
  'POST /marks/import': 'import',
  'PUT /books/:id/cover': 'cover',
  'POST /covers-enhanced/ensure': 'drawnCover',
  'POST /guide': 'guide',
  'POST /books/:id/send': 'mail',
  'POST /online-metadata': 'online',
  'POST /online-metadata/cover': 'online',
  'GET /parts/:part/backend/*': 'backend',
  'POST /parts/:part/backend/*': 'backend',
  'PUT /parts/:part/backend/*': 'backend',
  'DELETE /parts/:part/backend/*': 'backend',
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

/** Whether routes of this kind accept large bodies. */
export const acceptsLargeBodies = (cost: CostName): boolean =>
  cost === 'any' || 'beforeBody' in routeCosts[cost];

/** Bytes of large bodies that a user may send, also from devices. */
export const limitOfBodies: Limit = { tries: 100 * 1024 ** 2, seconds: 60 };

/** Requests per network and minute without sign-in: users behind one address share it. */
const visitorShare = 10;

/** Requests of a kind that a user may make. */
export const limitOfCost = (
  { requestsPerMinute }: Pick<Config, 'requestsPerMinute'>,
  cost: CostName,
): Limit => ({
  tries: Math.ceil(requestsPerMinute * routeCosts[cost].share),
  seconds: 60,
});

/** Requests that may come from one network without sign-in. */
export const limitOfVisitors = ({ requestsPerMinute }: Pick<Config, 'requestsPerMinute'>): Limit => ({
  tries: requestsPerMinute * visitorShare,
  seconds: 60,
});

/** A queue per kind of route, fair between users. */
export type RouteQueues = Readonly<Record<CostName, FairQueue>>;

export const createRouteQueues = (recentReaders: RecentReaders): RouteQueues =>
  Object.fromEntries(
    Object.entries<RouteCost>(routeCosts).map(([name, cost]) => [
      name,
      new FairQueue({ ...cost, recentReaders }),
    ]),
  ) as RouteQueues;
