import type { StoredAction } from '../offline/queue/index.ts';

/** A waiting write as stored, with the fields that a test is about. */
export const storedAction = (fields: Partial<StoredAction> & { id: string }): StoredAction => ({
  type: 'SET_COVER',
  payload: {},
  userId: 'u1',
  entity: fields.id,
  status: 'pending',
  priority: 5,
  timestamp: 1,
  retryCount: 0,
  maxRetries: 5,
  lastError: null,
  lastAttempt: null,
  notBefore: 0,
  refused: false,
  ...fields,
});
