import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';

interface ReadFailedProps {
  error: HostError;
  read: ReadKey;
  /** What failed; by default the error alone. */
  message?: string;
}

/** Shown when a list could not be loaded and is not cached. */
export function ReadFailed({ error, read, message }: ReadFailedProps) {
  const { data } = useHost();
  const t = useTranslate();
  return (
    <ErrorState
      title={t('Oops! Something went wrong')}
      message={message ?? t(error.message)}
      detail={message && t(error.message)}
      actions={
        <Button variant="primary" onClick={() => data.refresh(read)}>
          {t('Try Again')}
        </Button>
      }
    />
  );
}
