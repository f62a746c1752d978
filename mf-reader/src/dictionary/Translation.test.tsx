import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { fireEvent, screen } from '@testing-library/react';
import { Translation } from './LookUpCard.tsx';

const show = (passage: string) =>
  renderInHost(
    <Translation passage={passage} />,
    createTestHost({
      routes: {
        'GET /mentor/status': () => ({ mode: 'model', model: 'gpt-oss', place: 'models.example' }),
        'POST /mentor/translations': () => ({ text: 'Es war Nacht.', model: 'gpt-oss' }),
      },
    }),
  );

test('a translation is marked as the work of the model, and as one of the beginning where the passage is longer', async () => {
  show('It was night. '.repeat(200));
  fireEvent.click(await screen.findByRole('button', { name: 'Translate' }));
  await screen.findByText('Es war Nacht.');
  expect(screen.getByText('Translated by gpt-oss, an AI model. It can be wrong.')).toBeVisible();
  expect(screen.getByText('Only the first 2,000 characters are translated.')).toBeVisible();
});

test('a translation of the whole passage says nothing of its length', async () => {
  show('It was night.');
  fireEvent.click(await screen.findByRole('button', { name: 'Translate' }));
  await screen.findByText('Es war Nacht.');
  expect(screen.queryByText(/characters are translated/)).toBeNull();
});
