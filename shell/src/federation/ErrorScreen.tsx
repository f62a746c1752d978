import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { useState } from 'react';
import { maxRetries } from './useLazy.ts';

export interface ErrorScreenProps {
  title: string;
  /** What stands for `{{page}}` in the title. */
  page: string;
  message: string;
  /** How often Try Again was used on this page. */
  retries: number;
  onRetry: () => void;
  /** Sends the report; rejects when it did not arrive. */
  onReport: () => Promise<void>;
}

type Report = 'none' | 'sending' | 'sent' | 'failed';

/** In the place of a page that cannot be shown; everything around it goes on working [LY-07]. */
export function ErrorScreen({ title, page, message, retries, onRetry, onReport }: ErrorScreenProps) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const [report, setReport] = useState<Report>('none');
  const spent = retries >= maxRetries;

  const send = () => {
    setReport('sending');
    onReport().then(
      () => setReport('sent'),
      () => setReport('failed'),
    );
  };

  return (
    <ErrorState
      title={t(title, { page: t(page) })}
      message={t(message)}
      actions={
        <>
          <Button variant="primary" disabled={spent} onClick={onRetry}>
            {spent ? t('Max retries reached') : t('Try Again')}
          </Button>
          <Button as={Link} to="/dashboard">
            {t('Go to Dashboard')}
          </Button>
          <Button variant="quiet" busy={report === 'sending'} disabled={report === 'sent'} onClick={send}>
            {t('Report Issue')}
          </Button>
        </>
      }
      detail={
        <span role="status">
          {report === 'sent' ? t('Thank you for the report. It helps us to mend this.') : null}
          {report === 'failed' ? t('The report could not be sent. Please try again later.') : null}
        </span>
      }
    />
  );
}
