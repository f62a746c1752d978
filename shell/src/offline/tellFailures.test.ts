import { createTestI18n } from '@lectern/shared-contracts/testing/testI18n.ts';
import { createEvents } from '../host/events.ts';
import { tellFailures } from './tellFailures.ts';

it('[OF-03] a change that failed for good is said, unless it is nothing that a reader wrote', () => {
  const events = createEvents();
  const show = jest.fn();
  const go = jest.fn();
  const stop = tellFailures(events, { show }, () => createTestI18n({}).translate('shell'), go);
  events.emit('syncActionFailed', { id: 'a', type: 'CREATE_NOTE', error: 'Title is too long' });
  events.emit('syncActionFailed', { id: 'b', type: 'GAMIFICATION_ACTION', error: 'no' });
  expect(show.mock.calls.map(([{ message }]) => message)).toEqual([
    'A new note could not be saved: Title is too long',
  ]);
  expect(show.mock.calls[0][0].action).toBeUndefined();
  stop();
});

it('[OF-01] when the browser has no room left, the way to what can be removed stands beside it', () => {
  const events = createEvents();
  const show = jest.fn();
  const go = jest.fn();
  const stop = tellFailures(events, { show }, () => createTestI18n({}).translate('shell'), go);
  events.emit('syncActionFailed', { id: 'a', type: 'CREATE_NOTE', error: 'Storage quota exceeded' });
  const [{ message, action }] = show.mock.calls[0];
  expect(message).toBe('A new note could not be saved: Storage quota exceeded');
  expect(action.label).toBe('Free up space');
  action.onAction();
  expect(go).toHaveBeenCalledWith('/settings');
  stop();
});
