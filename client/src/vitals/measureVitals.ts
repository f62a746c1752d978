import type { Vital } from '@lectern/shared-contracts/api/system.ts';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

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
