import type { SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { notifyReplaced } from './notifyReplaced.ts';

function told(answer: unknown): { shown: SnackbarMessage[]; went: string[] } {
  const shown: SnackbarMessage[] = [];
  const went: string[] = [];
  notifyReplaced(
    answer,
    { show: (message) => shown.push(message) },
    (text) => text,
    (to) => went.push(to),
  );
  shown[0]?.action?.onAction();
  return { shown, went };
}

describe('what a change of this device has replaced', () => {
  it('[Y-07] is said of a value that another device had changed', () => {
    const { shown } = told({ replaced: [{ field: 'rating', value: '3', note: null }] });
    expect(shown.map(({ message }) => message)).toEqual([
      'This was changed on another device too. Your later change stands.',
    ]);
  });

  it('[Y-07] leads to both versions of a text', () => {
    const { went } = told({ replaced: [{ field: 'description', value: 'words', note: 'n1' }] });
    expect(went).toEqual(['/library?tab=notes']);
  });

  it.each([null, {}, { replaced: [] }])('is nothing when there is none: %j', (answer) => {
    expect(told(answer).shown).toEqual([]);
  });
});
