import type { Vital } from '@lectern/shared-contracts/api/system.ts';
import { appVersion } from '../auth/appHeaders.ts';
import type { Consent } from '../consent/consent.ts';
import type { OnVital } from './measureVitals.ts';
import { rateVital } from './rateVital.ts';

export interface VitalsPorts {
  /** The server root, without a slash at the end. */
  root: string;
  consent: Pick<Consent, 'allows' | 'record'>;
  /** Pattern of the route that is shown: an address may name a book. */
  route: string;
  measure(on: OnVital): void;
  page: Pick<Document, 'addEventListener' | 'visibilityState'>;
  send?: typeof fetch;
}

/**
 * Measures how fast the page is, from the moment at which analytics are allowed, and says so when the page is left.
 * Without that consent nothing is measured or sent; what was measured before it was withdrawn is dropped [WV-01].
 */
export function reportVitals(ports: VitalsPorts): void {
  const { root, consent, route, measure, page, send = (...args) => fetch(...args) } = ports;
  const found = new Map<Vital['name'], number>();
  let measuring = false;

  const begin = () => {
    if (measuring || !consent.allows('analytics')) return;
    measuring = true;
    measure((name, value) => found.set(name, value));
  };
  begin();
  consent.record.subscribe(begin);

  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState !== 'hidden' || found.size === 0) return;
    const metrics = [...found].map(([name, value]) => ({ name, value, rating: rateVital(name, value) }));
    found.clear();
    if (!consent.allows('analytics')) return;
    // It must outlive the page, and nobody waits for it.
    send(`${root}/vitals`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ consent: 'analytics', version: appVersion, route, metrics }),
    }).catch(() => undefined);
  });
}
