import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestDictionaries } from '@lectern/shared-contracts/testing/testDictionaries.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DictionarySettings } from './DictionarySettings.tsx';

test.each([
  ['ltr', 'English → German'],
  ['rtl', 'English ← German'],
] as const)('the arrow between two languages points to the second: %s', (direction, languages) => {
  const host = createTestHost();
  host.i18n.direction = () => direction;
  const dictionaries = createTestDictionaries([
    {
      ...{ id: 'd', name: 'D', from: 'en', to: 'de', state: 'offered', source: 'server' },
      ...{ entries: null, bytes: null, license: null },
    },
  ]);
  renderInHost(<DictionarySettings />, { ...host, dictionaries });
  expect(screen.getByText(languages)).toBeVisible();
});

test('a dictionary that cannot be read is named, and does not keep out the others', async () => {
  const host = createTestHost();
  const dictionaries = createTestDictionaries();
  dictionaries.add = async (files) => {
    if (files.some(({ name }) => name.startsWith('broken'))) throw new Error('It is damaged.');
    return ['Good words'];
  };
  renderInHost(<DictionarySettings />, { ...host, dictionaries });
  const names = ['broken.ifo', 'broken.idx', 'broken.dict', 'good.index', 'good.dict.dz', 'notes.txt'];
  await userEvent.upload(
    screen.getByLabelText('Files of a dictionary'),
    names.map((name) => new File(['x'], name)),
  );
  await waitFor(() => expect(host.test.shown).toHaveLength(2));
  expect(host.test.shown.map(({ tone, message }) => [tone, message])).toEqual([
    ['success', 'Added: Good words'],
    ['warning', expect.stringMatching(/^broken: ./)],
  ]);
});
