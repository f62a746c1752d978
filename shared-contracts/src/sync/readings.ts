import type { SaveReading } from '../contract/syncActions.ts';
import { mergedBasis } from '../domain/changes/basis.ts';
import type { OwnActions } from './anyAction.ts';
import { withItem, withoutItem } from './lists.ts';

const entity = ({ id }: { id: string }): string => `reading:${id}`;

const fieldsOf = ({ id: _, basis: __, ...fields }: SaveReading) => fields;

/** Goals and the week count finished readings: they are fetched again after a write. */
const refetches = {
  'GET /api/gamification/goals': asItIs,
  'GET /api/gamification/week': asItIs,
};

function asItIs<T>(value: T): T {
  return value;
}

export const readingActions: OwnActions<'SAVE_READING' | 'DELETE_READING'> = {
  SAVE_READING: {
    priority: 4,
    entity,
    request: ({ id, ...body }) => ({ key: 'PUT /readings/:id', params: { id }, body }),
    merge: ({ basis, ...earlier }, { basis: laterBasis, ...later }) => ({
      ...later,
      ...mergedBasis({ basis, changes: earlier }, { basis: laterBasis, changes: later }),
    }),
    overlay: {
      'GET /readings': (list, reading) =>
        withItem(list, { id: reading.id, ...fieldsOf(reading), updated_at: new Date(0).toISOString() }),
      ...refetches,
    },
  },
  DELETE_READING: {
    priority: 4,
    entity,
    request: ({ id }) => ({ key: 'DELETE /readings/:id', params: { id } }),
    supersedes: ['SAVE_READING'],
    settledBy: (status) => status === 404,
    overlay: { 'GET /readings': (list, { id }) => withoutItem(list, id), ...refetches },
  },
};
