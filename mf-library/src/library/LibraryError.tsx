import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';

/** Shown when books could not be loaded and none are cached. */
export function LibraryError({ error }: { error: HostError }) {
  const { data } = useHost();
  const t = useTranslate();
  return (
    <ErrorState
      title={t('Oops! Something went wrong')}
      message={t('Failed to load your library')}
      detail={t(error.message)}
      actions={
        <Button variant="primary" onClick={() => data.refresh('GET /books')}>
          {t('Try Again')}
        </Button>
      }
    />
  );
}
