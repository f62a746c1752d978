import type { ReadDescription } from '@lectern/shared-contracts/contract/remotes.ts';

/** Path of the dashboard. */
export const dashboardPath = '/dashboard';

/** Points of the dashboard. */
export const dashboardPoints = ['shell/dashboard', 'shell/dashboard-side'] as const;

/** All books, by the same request as the library, so that both share one cached answer. */
export const everyBook = { query: { limit: 200, offset: 0 } };

export const dashboardReads: readonly ReadDescription[] = [
  { key: 'GET /books', ...everyBook, allPages: true, offline: true },
];
