import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';

/** Answers what becomes of the books whose files are gone from a folder. */
export function useGoneFiles(folderId: string) {
  const { api, data, notify } = useHost();
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async answer(books: 'keep' | 'bin'): Promise<void> {
      setBusy(true);
      try {
        // The server moves some at a time.
        for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
          const before = left;
          ({ left } = await api.call('POST /folders/:id/gone', {
            params: { id: folderId },
            body: { books },
          }));
          if (left >= before) break;
        }
        const message =
          books === 'keep' ? t('The books stay in your library.') : t('The books are in the bin.');
        notify.show({ tone: 'success', message });
      } catch (error) {
        notify.show({ tone: 'warning', message: t(errorMessage(error)) });
      }
      setBusy(false);
      data.refresh('GET /folders');
      data.refresh('GET /books');
    },
  };
}
