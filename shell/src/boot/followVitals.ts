import { pathOf } from '@lectern/client/common/basePath.ts';
import type { Consent } from '@lectern/client/consent/consent.ts';
import type { Routes } from '../routes/routeTypes.ts';

/** Brings the code that measures as soon as analytics are allowed, and not before. */
export function followVitals(root: string, consent: Consent, routes: Routes): void {
  let brought = false;
  const look = () => {
    if (brought || !consent.allows('analytics')) return;
    brought = true;
    const route = routes.find(pathOf(window.location.pathname))?.entry.path ?? '/';
    Promise.all([
      import('@lectern/client/vitals/reportVitals.ts'),
      import('@lectern/client/vitals/measureVitals.ts'),
    ]).then(
      ([{ reportVitals }, { measureVitals }]) =>
        reportVitals({ root, consent, route, measure: measureVitals, page: document }),
      () => {
        brought = false;
      },
    );
  };
  consent.record.subscribe(look);
  look();
}
