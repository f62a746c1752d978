import type { StoredPartRow } from '../api/parts.ts';
import { withChanges } from '../domain/changes/basis.ts';
import { type TestRoutes, testError } from './testApi.ts';

/** Name of the remote that a test Host is for. */
export const testPart = 'mf-test';

/**
 * The rows of parts in memory, as the server keeps them.
 * @param given rows by collection
 */
export function createTestParts(given: Readonly<Record<string, readonly { id: string }[]>>): TestRoutes {
  const collections = new Map<string, StoredPartRow[]>();
  const now = new Date().toISOString();
  const times = { created_at: now, updated_at: now };
  for (const [name, rows] of Object.entries(given))
    collections.set(
      name,
      rows.map(({ id, ...row }) => ({ id, row, twin_of: null, ...times })),
    );
  const rowsOf = (name: string) => collections.get(name) ?? [];
  return {
    'GET /parts/:part/rows/:collection': ({ params }) => ({ items: [...rowsOf(params.collection)] }),
    'PUT /parts/:part/rows/:collection/:id': ({ params: { id, collection }, body }) => {
      const rows = rowsOf(collection);
      const before = rows.find((one) => one.id === id);
      const row = before ? withChanges(before.row, body.row, body.basis) : body.row;
      const put = { id, twin_of: null, ...times, ...before, row };
      collections.set(collection, before ? rows.with(rows.indexOf(before), put) : [...rows, put]);
      return put;
    },
    'DELETE /parts/:part/rows/:collection/:id': ({ params: { id, collection } }) => {
      const rest = rowsOf(collection).filter((one) => one.id !== id);
      if (rest.length === rowsOf(collection).length)
        throw testError(404, 'This row is not there.', 'not_found');
      collections.set(collection, rest);
      return null;
    },
  };
}
