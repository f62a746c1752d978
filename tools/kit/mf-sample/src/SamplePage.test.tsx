import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SamplePage } from './SamplePage.tsx';
import { setUp } from './setUp.ts';

it('shows a new entry at once and queues it, also without a network', async () => {
  const host = createTestHost({ network: 'offline', routes: { 'GET /notes': () => ({ items: [] }) } });
  setUp(host);
  renderInHost(<SamplePage />, host);
  await userEvent.type(screen.getByLabelText('New entry'), 'A first entry');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(host.test.queued()).toMatchObject([
    { type: 'ADD_SAMPLE_ENTRY', payload: { content: 'A first entry' } },
  ]);
  expect(screen.getByLabelText('New entry')).toHaveValue('');
});
