import type { ReadDescription } from '@lectern/shared-contracts/contract/remotes.ts';

/** Where a reader begins. */
export const dashboardPath = '/dashboard';

/** Slots of the dashboard, beside what the shell itself shows there. */
export const dashboardSlots = ['dashboard', 'dashboard-side'] as const;

/** The books in one read, as the library asks for them: one answer serves both, offline too. */
export const dashboardReads: readonly ReadDescription[] = [
  { key: 'GET /books', query: { limit: 200, offset: 0 }, allPages: true, offline: true },
];
