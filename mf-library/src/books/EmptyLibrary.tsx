import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { OpenBook } from '@lectern/shared-ui/illustrations/OpenBook.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useAttempt } from '../data/useAttempt.ts';

/** Empty state: upload a book, or add the guide. */
export function EmptyLibrary() {
  const { navigation } = useHost();
  const t = useTranslate();
  const guide = useAddGuide();
  return (
    <EmptyState
      illustration={<OpenBook />}
      title={t('No books in your library yet')}
      message={t('Add an EPUB or a PDF, or start with the short guide to Lectern.')}
      action={
        <Stack gap={3} align="center">
          <Button as={navigation.Link} to="/upload" variant="primary" size="large">
            {t('Upload Your First Book')}
          </Button>
          <Button variant="quiet" busy={guide.busy} onClick={() => runInBackground(guide.add())}>
            {t('Add the guide to Lectern')}
          </Button>
        </Stack>
      }
    />
  );
}

function useAddGuide() {
  const { api, data } = useHost();
  const { busy, attempt } = useAttempt();
  const add = () =>
    attempt(async () => {
      await api.call('POST /guide', {});
      data.refresh('GET /books');
    });
  return { busy, add };
}
