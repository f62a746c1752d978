import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useAttempt } from '../forms/useForm.ts';

/** Adds the short guide to Lectern to the library as a regular book. */
export function useAddGuide(): { add: () => void; busy: boolean } {
  const t = useTranslate();
  const { api, data, notify, navigation } = useHost();
  const { busy, attempt } = useAttempt();
  const add = () =>
    attempt(async () => {
      const book = await api.call('POST /guide', {});
      data.refresh('GET /books');
      notify.show({
        tone: 'success',
        message: t('{{title}} is in your library.', { title: book.title }),
        action: { label: t('Open'), onAction: () => navigation.go(`/read/${book.id}`) },
        duration: 8_000,
      });
    });
  return { add, busy };
}
