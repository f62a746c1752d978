/** @jest-environment node */
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createTestI18n } from '@lectern/shared-contracts/testing/testI18n.ts';
import type { StorageProblem } from '../storage/storageProblem.ts';
import { notifyStorage } from './notices.ts';

it('[Y-02] one notification says that the browser stores nothing, and another only after it did in between', () => {
  const problem = createWritable<StorageProblem | null>(null);
  const show = jest.fn();
  const go = jest.fn();
  const stop = notifyStorage(problem, { show }, () => createTestI18n({}).translate('shell'), go);
  const said = () => show.mock.calls.map(([{ message }]) => message);
  problem.set('gone');
  problem.set('newer');
  problem.set('gone');
  expect(show.mock.calls).toEqual([
    [
      {
        tone: 'warning',
        message:
          'This browser cannot keep your changes right now. They are sent at once; please leave this page open until all are synced.',
        duration: 10_000,
      },
    ],
  ]);
  problem.set(null);
  problem.set('full');
  expect(said().slice(1)).toEqual(['Storage quota exceeded']);
  const { action } = show.mock.calls[1][0];
  expect(action.label).toBe('Free up space');
  action.onAction();
  expect(go).toHaveBeenCalledWith('/settings?page=offline');
  stop();
  problem.set(null);
  problem.set('gone');
  expect(show).toHaveBeenCalledTimes(2);
});

it('[F-02] a problem that was known before is shown too', () => {
  const show = jest.fn();
  notifyStorage(
    createWritable<StorageProblem | null>('newer'),
    { show },
    () => createTestI18n({}).translate('shell'),
    jest.fn(),
  );
  expect(show.mock.calls.map(([{ message }]) => message)).toEqual([
    'Lectern was updated in another tab. Please reload this page. Until then your changes are sent right away.',
  ]);
});
