import type { Vital } from '@lectern/shared-contracts/api/system.ts';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { appVersion } from '../../auth/appHeaders.ts';
import type { Consent } from '../consent/consent.ts';
import { rateVital } from './rateVital.ts';

interface VitalsPorts {
  /** The server root without a trailing slash. */
  root: string;
  consent: Pick<Consent, 'allows' | 'record'>;
  /** Pattern of the current route, since a URL may identify a book. */
  route: string;
  measure(on: OnVital): void;
  page: Pick<Document, 'addEventListener' | 'visibilityState'>;
  send?: typeof fetch;
}

/**
 * Measures the page speed once analytics are allowed, and sends it when the page is left.
 * Without consent nothing is measured or sent; after a withdrawal earlier measurements are dropped [WV-01].
 */
export function reportVitals(ports: VitalsPorts): void {
  const { root, consent, route, measure, page, send = (...args) => fetch(...args) } = ports;
  const measured = new Map<Vital['name'], number>();
  let measuring = false;

  const begin = () => {
    if (measuring || !consent.allows('analytics')) return;
    measuring = true;
    measure((name, value) => measured.set(name, value));
  };
  begin();
  consent.record.subscribe(begin);

  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState !== 'hidden' || measured.size === 0) return;
    const metrics = [...measured].map(([name, value]) => ({ name, value, rating: rateVital(name, value) }));
    measured.clear();
    if (!consent.allows('analytics')) return;
    // keepalive: the request must outlive the page; the response is not needed.
    send(`${root}/vitals`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ consent: 'analytics', version: appVersion, route, metrics }),
    }).catch(() => undefined);
  });
}

export type OnVital = (name: Vital['name'], value: number) => void;

/** Measures this page from its start, even when called late; a value may be reported again with a correction. */
export function measureVitals(on: OnVital): void {
  const report = ({ name, value }: { name: Vital['name']; value: number }) => on(name, value);
  onCLS(report);
  onFCP(report);
  onINP(report);
  onLCP(report);
  onTTFB(report);
  firstInputDelay((value) => on('FID', value));
}

/** Reports the delay of the first input in milliseconds, which web-vitals no longer supports. */
function firstInputDelay(on: (value: number) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('first-input')) return;
  const observer = new PerformanceObserver((list) => {
    const [first] = list.getEntries() as PerformanceEventTiming[];
    if (first === undefined) return;
    on(first.processingStart - first.startTime);
    observer.disconnect();
  });
  observer.observe({ type: 'first-input', buffered: true });
}
