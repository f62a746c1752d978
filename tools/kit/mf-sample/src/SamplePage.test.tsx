import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { data } from '../remote.json';
import { SamplePage } from './SamplePage.tsx';
import { setUp } from './setUp.ts';

it('shows a new entry at once, also without a network', async () => {
  const host = createTestHost({ data });
  renderInHost(<SamplePage />, host, setUp);
  await screen.findByText('Nothing here yet.');
  host.test.network.set('offline');
  await userEvent.type(screen.getByLabelText('New entry'), 'A first entry');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('A first entry')).toBeVisible();
  expect(host.test.queued()).toHaveLength(1);
  expect(screen.getByLabelText('New entry')).toHaveValue('');
});
