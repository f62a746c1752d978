import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useCallback } from 'react';
import type { SearchResult } from '../results/searchResult.ts';

/** The last line, which does not count as a result: asks the mentor the typed text. Not available offline. */
export function useAskMentor(): (typed: string) => SearchResult[] {
  const t = useTranslate();
  const { navigation, network } = useHost();
  const isOnline = useReadable(network) === 'online';
  return useCallback(
    (typed) => {
      const question = typed.trim();
      if (!isOnline || question === '') return [];
      const title = t('Ask the mentor: “{{question}}”', { question });
      const run = () => navigation.go('/mentor', { state: { question } });
      return [
        {
          group: 'mentor',
          key: 'ask-mentor',
          command: { id: 'ask-mentor', title, keywords: '', run },
          shown: () => ({ title: [{ text: title, hit: false, at: 0 }], detail: [] }),
        },
      ];
    },
    [t, navigation, isOnline],
  );
}
