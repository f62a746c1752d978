import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createTestI18n } from '@lectern/shared-contracts/testing/testI18n.ts';
import type { StorageProblem } from '../storage/storageProblem.ts';
import { notifyStorage } from './notifyStorage.ts';

it('[Y-02] that the browser keeps nothing is said once, and again only after it did in between', () => {
  const problem = createWritable<StorageProblem | null>(null);
  const show = jest.fn();
  const go = jest.fn();
  const stop = notifyStorage(problem, { show }, () => createTestI18n({}).translate('shell'), go);
  const said = () => show.mock.calls.map(([{ message }]) => message.slice(0, 30));
  problem.set('gone');
  problem.set('newer');
  problem.set('gone');
  expect(said()).toEqual(['This browser cannot keep your ']);
  problem.set(null);
  problem.set('full');
  expect(said().slice(1)).toEqual(['Storage quota exceeded']);
  show.mock.calls[1][0].action.onAction();
  expect(go).toHaveBeenCalledWith('/settings');
  stop();
  problem.set(null);
  problem.set('gone');
  expect(show).toHaveBeenCalledTimes(2);
});

it('[F-02] that the browser keeps nothing is said where it was known before', () => {
  const show = jest.fn();
  notifyStorage(
    createWritable<StorageProblem | null>('gone'),
    { show },
    () => createTestI18n({}).translate('shell'),
    jest.fn(),
  );
  expect(show).toHaveBeenCalledTimes(1);
});
