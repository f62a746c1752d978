import { createTestI18n } from '@lectern/shared-contracts/testing/testI18n.ts';
import { createEvents } from '../../common/events.ts';
import { createFailureNotice } from './notices.ts';

it('[OF-03] [F-26] a notification says which change failed for good and why, unless the reader did not write it', () => {
  const events = createEvents();
  const show = jest.fn();
  const go = jest.fn();
  const notice = createFailureNotice({ show }, () => createTestI18n({}).translate('shell'), go);
  const stop = events.on('syncActionFailed', notice);
  events.emit('syncActionFailed', { id: 'a', type: 'CREATE_NOTE', error: 'Title is too long' });
  events.emit('syncActionFailed', { id: 'b', type: 'GAMIFICATION_ACTION', error: 'no' });
  events.emit('syncActionFailed', { id: 'g', type: 'SESSION_START', error: 'no' });
  events.emit('syncActionFailed', { id: 'c', type: 'UPDATE_NOTE', error: 'Gone' });
  events.emit('syncActionFailed', { id: 'd', type: 'DELETE_NOTE', error: 'No' });
  events.emit('syncActionFailed', { id: 'f', type: 'DELETE_BOOK', error: 'No' });
  events.emit('syncActionFailed', { id: 'e', type: 'SESSION_END', error: 'Gone' });
  expect(show.mock.calls.map(([{ message }]) => message)).toEqual([
    'Failed to create note: Title is too long',
    'Failed to update note: Gone',
    'Failed to delete note: No',
    'Failed to delete book: No',
    'A reading session could not be saved: Gone',
  ]);
  expect(show.mock.calls[0][0]).toEqual({
    tone: 'danger',
    message: 'Failed to create note: Title is too long',
    duration: 8_000,
  });
  stop();
  events.emit('syncActionFailed', { id: 'h', type: 'CREATE_NOTE', error: 'No' });
  expect(show).toHaveBeenCalledTimes(5);
});

it('[OF-01] when the browser has no room left, the notification offers to free up space', () => {
  const events = createEvents();
  const show = jest.fn();
  const go = jest.fn();
  const notice = createFailureNotice({ show }, () => createTestI18n({}).translate('shell'), go);
  const stop = events.on('syncActionFailed', notice);
  events.emit('syncActionFailed', { id: 'a', type: 'CREATE_NOTE', error: 'Storage quota exceeded' });
  const [{ message, action }] = show.mock.calls[0];
  expect(message).toBe('Failed to create note: Storage quota exceeded');
  expect(action.label).toBe('Free up space');
  action.onAction();
  expect(go).toHaveBeenCalledWith('/settings?page=offline');
  stop();
});
