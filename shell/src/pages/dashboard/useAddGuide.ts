import { asHostError } from '@lectern/client/api/hostError.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';

/** Adds the short guide to Lectern to the library as a regular book. */
export function useAddGuide(): { add: () => Promise<void>; busy: boolean } {
  const t = useTranslate();
  const { api, data, notify, navigation } = useHost();
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      const book = await api.call('POST /guide', {});
      data.refresh('GET /books');
      notify.show({
        tone: 'success',
        message: t('{{title}} is in your library.', { title: book.title }),
        action: { label: t('Open'), onAction: () => navigation.go(`/read/${book.id}`) },
        duration: 8_000,
      });
    } catch (error) {
      notify.show({ tone: 'danger', message: t(asHostError(error).message) });
    } finally {
      setBusy(false);
    }
  };
  return { add, busy };
}
