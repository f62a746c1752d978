import type { Vital } from '@lectern/shared-contracts/api/system.ts';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

export type OnVital = (name: Vital['name'], value: number) => void;

/** Measures this page from its beginning, also when it is called late; a value may come again, corrected. */
export function measureVitals(on: OnVital): void {
  const tell = ({ name, value }: { name: Vital['name']; value: number }) => on(name, value);
  onCLS(tell);
  onFCP(tell);
  onINP(tell);
  onLCP(tell);
  onTTFB(tell);
  firstInputDelay((value) => on('FID', value));
}

/** Milliseconds from the first press to when the page could begin to answer it; web-vitals measures it no more. */
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
