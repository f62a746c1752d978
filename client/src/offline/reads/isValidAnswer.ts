import type { CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';

type ListKey = {
  [K in ReadKey]: CallResponse<K> extends { items: readonly unknown[] } ? K : never;
}[ReadKey];

/** Whose answer is a list, in `items`. */
const lists: Readonly<Record<ListKey, true> & Partial<Record<ReadKey, true>>> = {
  'GET /admin/flags': true,
  'GET /admin/invitations': true,
  'GET /admin/jobs': true,
  'GET /admin/remotes': true,
  'GET /admin/reports': true,
  'GET /admin/security-events': true,
  'GET /admin/users': true,
  'GET /admin/users/:id/sessions': true,
  'GET /admin/vitals': true,
  'GET /api/gamification/achievements': true,
  'GET /api/gamification/goals': true,
  'GET /api/gamification/history': true,
  'GET /auth/app-passwords': true,
  'GET /auth/new-devices': true,
  'GET /auth/sessions': true,
  'GET /bin': true,
  'GET /books': true,
  'GET /books/:id/bookmarks': true,
  'GET /books/:id/highlights': true,
  'GET /books/:id/places': true,
  'GET /books/:id/search': true,
  'GET /collections': true,
  'GET /dictionaries': true,
  'GET /highlights': true,
  'GET /mentor/chapters': true,
  'GET /mentor/conversations': true,
  'GET /mentor/suggestion': true,
  'GET /marks/imports': true,
  'GET /notes': true,
  'GET /notes/:bookId': true,
  'GET /reading/sessions': true,
  'GET /reading/sessions/:id/changes': true,
  'GET /search': true,
  'GET /uploads': true,
  'GET /versions/:kind/:id': true,
  'GET /words': true,
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * Whether a stored value can be an answer to this read: an extension or a broken disk may have left something else
 * there, and pages that show lists iterate over `items`.
 */
export function isValidAnswer(key: ReadKey, value: unknown): boolean {
  if (lists[key] !== true) return true;
  const { items } = (value ?? {}) as { items?: unknown };
  return Array.isArray(items) && items.every(isObject);
}
