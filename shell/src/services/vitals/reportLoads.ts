import { appVersion } from '@lectern/client/auth/appHeaders.ts';
import type { Consent } from '@lectern/client/services/consent/consent.ts';
import type { RemoteLoad } from '@lectern/shared-contracts/api/remotes.ts';
import type { LoadReport } from '../../remotes/federation/loader.ts';

export interface LoadReportsPorts {
  /** The server root, without a trailing slash. */
  root: string;
  consent: Pick<Consent, 'allows'>;
  page: Pick<Document, 'addEventListener' | 'visibilityState'>;
  send?: typeof fetch;
}

/** Maximum loads per report; later ones are dropped. */
const maxLoads = 50;

/**
 * Records load times and failures of remotes, and reports them when the page is left: only for
 * readers who allow analytics, and without data about the reader.
 */
export function createLoadReports({
  root,
  consent,
  page,
  send = (...args) => fetch(...args),
}: LoadReportsPorts): (report: LoadReport) => void {
  const waiting: RemoteLoad[] = [];
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState !== 'hidden' || waiting.length === 0) return;
    const loads = waiting.splice(0);
    if (!consent.allows('analytics')) return;
    // keepalive: the request must outlive the page; the response is not needed.
    send(`${root}/remote-loads`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ consent: 'analytics', shell: appVersion, loads }),
    }).catch(() => undefined);
  });
  return ({ remote, version, expose, milliseconds, failure }) => {
    if (waiting.length === maxLoads || !consent.allows('analytics')) return;
    waiting.push({
      remote,
      version,
      expose,
      milliseconds: Math.round(milliseconds),
      failed: failure && { stage: failure.stage, code: failure.code.slice(0, 60) },
    });
  };
}
