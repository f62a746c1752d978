import { appVersion } from '@lectern/client/auth/appHeaders.ts';
import { describeFailure } from '@lectern/client/registry/failure.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { useState } from 'react';
import { useShell } from '../host/shell.ts';
import { type FailedPage, failureText } from '../remotes/federation/failureText.ts';
import { dashboardPath } from '../routes/dashboardPage.ts';
import type { FailedLoad } from './LoadBoundary.tsx';

export interface ErrorScreenProps {
  load: FailedLoad;
  /** Name of the page in its failure text. */
  page: FailedPage;
  /** Route pattern, sent in a report instead of the address, which may identify a book. */
  route: string;
}

type Report = 'none' | 'sending' | 'sent' | 'failed';

/** Shown instead of a page that failed; everything around it keeps working [LY-07]. */
export function ErrorScreen({ load: { failure, retriesExhausted, retry }, page, route }: ErrorScreenProps) {
  const t = useTranslate();
  const { navigation, network, api } = useHost();
  const { registry } = useShell();
  const { Link } = navigation;
  const [report, setReport] = useState<Report>('none');
  const { title, message, area } = failureText(failure, page, network.get() !== 'offline');

  /** Report to the operator: version, route, error, active overrides, and nothing about the person. */
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
          <Button variant="primary" disabled={retriesExhausted} onClick={retry}>
            {retriesExhausted ? t('Max retries reached') : t('Try Again')}
          </Button>
          <Button as={Link} to={dashboardPath}>
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
