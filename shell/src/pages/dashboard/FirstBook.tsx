import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Shelf } from '@lectern/shared-ui/illustrations.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useAddGuide } from './useAddGuide.ts';

/** For a reader without books: upload one, add the short guide, or see what to try. */
export function FirstBook() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const { add, busy } = useAddGuide();
  return (
    <EmptyState
      illustration={<Shelf />}
      title={t('Your shelf is waiting')}
      message={t('Add an EPUB or PDF of your own, or start with our short guide, a five-minute read.')}
      action={
        <Stack gap={3} align="center">
          <Stack direction="inline" gap={3} justify="center">
            <Button as={Link} to="/upload" variant="primary" size="large">
              {t('Upload Your First Book')}
            </Button>
            <Button size="large" busy={busy} onClick={() => runInBackground(add())}>
              {t('Add the guide')}
            </Button>
          </Stack>
          <Button as={Link} to="/onboarding" variant="quiet">
            {t('Four things to try first')}
          </Button>
        </Stack>
      }
    />
  );
}
