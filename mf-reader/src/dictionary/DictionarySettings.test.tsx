import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestDictionaries } from '@lectern/shared-contracts/testing/testDictionaries.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen } from '@testing-library/react';
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
