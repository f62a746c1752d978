import { appVersion } from '@lectern/client/auth/appHeaders.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { useState } from 'react';
import { describeFailure } from '../federation/failure.ts';
import { type FailedPage, failureText } from '../federation/failureText.ts';
import { useShell } from '../host/shell.ts';
import type { FailedLoad } from './LoadBoundary.tsx';

export interface ErrorScreenProps {
  load: FailedLoad;
  /** How the page is called when it fails. */
  page: FailedPage;
  /** Pattern of its route: goes into a report instead of the address, which may name a book. */
  route: string;
}

type Report = 'none' | 'sending' | 'sent' | 'failed';

/** In the place of a page that cannot be shown; everything around it goes on working [LY-07]. */
export function ErrorScreen({ load: { failure, isSpent, retry }, page, route }: ErrorScreenProps) {
  const t = useTranslate();
  const { navigation, network, api } = useHost();
  const { registry } = useShell();
  const { Link } = navigation;
  const [report, setReport] = useState<Report>('none');
  const { title, message, area } = failureText(failure, page, network.get() !== 'offline');

  /** To the operator: version, route, error, other versions than the deployed ones, and nothing about the person. */
  const send = async () => {
    setReport('sending');
    const { overridden = [] } = await registry.load().catch(() => ({ overridden: [] }));
    const others = overridden.length > 0 ? `Not as deployed: ${overridden.join(', ')}. ` : '';
    const error = (others + describeFailure(failure)).slice(0, 4_000);
    await api.call('POST /reports', { body: { version: appVersion, route, error, area } }).then(
      () => setReport('sent'),
      () => setReport('failed'),
    );
  };

  return (
    <ErrorState
      title={t(title, { page: t(page.name) })}
      message={t(message)}
      actions={
        <>
          <Button variant="primary" disabled={isSpent} onClick={retry}>
            {isSpent ? t('Max retries reached') : t('Try Again')}
          </Button>
          <Button as={Link} to="/dashboard">
            {t('Go to Dashboard')}
          </Button>
          <Button
            variant="quiet"
            busy={report === 'sending'}
            disabled={report === 'sent'}
            onClick={() => runInBackground(send())}
          >
            {t('Report Issue')}
          </Button>
        </>
      }
      detail={
        <span role="status">
          {report === 'sent' ? t('Thanks. Your report helps us fix this.') : null}
          {report === 'failed' ? t('The report could not be sent. Please try again later.') : null}
        </span>
      }
    />
  );
}
