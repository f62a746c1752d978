import { type RemoteContents, remoteContent } from '@lectern/client/registry/remoteContent.ts';
import type { PartSettings as SetValues } from '@lectern/shared-contracts/api/remotes.ts';
import type { Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { PartSettings } from './PartSettings.tsx';

test('an administrator sets what a remote declares, within its limits, and resets it', async () => {
  let settings: SetValues[] = [];
  const shell = createTestShell({
    roles: ['admin'],
    routes: {
      'GET /flags': () => ({ on: [], settings }),
      'PUT /admin/part-settings': ({ body }) => {
        settings = Object.keys(body.values).length === 0 ? [] : [body];
        return null;
      },
    },
  });
  const content = remoteContent({
    config: {
      days: { title: 'Days of a loan', type: 'number', default: 14, maximum: 90 },
      order: { title: 'Order', type: 'string', default: 'new', enum: ['new', 'old'] },
      open: { title: 'Open to all', type: 'boolean', default: false },
    },
  });
  (shell.registry.contents as Writable<RemoteContents>).set(new Map([['mf-lending', content]]));
  await renderInShell(<PartSettings />, shell);

  const days = await screen.findByRole('textbox', { name: 'Days of a loan' });
  expect(days).toHaveValue('14');
  await userEvent.clear(days);
  await userEvent.type(days, '91');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(days).toHaveAccessibleDescription('This value cannot be used here.');
  expect(settings).toEqual([]);

  await userEvent.clear(days);
  await userEvent.type(days, '30');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Open to all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const reset = await screen.findByRole('button', { name: 'Back to the defaults' });
  expect(settings).toEqual([{ remote: 'mf-lending', values: { days: 30, open: true } }]);

  await userEvent.click(reset);
  await waitFor(() => expect(settings).toEqual([]));
});
