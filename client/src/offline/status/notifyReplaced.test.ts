/** @jest-environment node */
import type { SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { notifyReplaced } from './notices.ts';

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

describe('a notification about what a change of this device has replaced', () => {
  it('[Y-07] is shown for a value that another device had changed', () => {
    const { shown } = told({ replaced: [{ field: 'rating', value: '3', note: null }] });
    expect(shown).toEqual([
      {
        tone: 'info',
        message: 'This was changed on another device too. Your later change stands.',
        duration: 8_000,
      },
    ]);
  });

  it('[Y-07] leads to both versions of a text, and stays until it is closed', () => {
    const { shown, went } = told({
      replaced: [
        { field: 'rating', value: '3', note: null },
        { field: 'description', value: 'words', note: 'n1' },
      ],
    });
    expect(shown).toEqual([
      {
        tone: 'info',
        message:
          'This text was also changed on another device. Both versions are kept for you to choose from.',
        action: { label: 'Notes', onAction: expect.any(Function) },
      },
    ]);
    expect(went).toEqual(['/library?tab=notes']);
  });

  it.each([null, undefined, {}, { replaced: [] }])('is not shown without one: %j', (answer) => {
    expect(told(answer).shown).toEqual([]);
  });
});
