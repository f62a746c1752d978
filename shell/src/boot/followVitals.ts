import { pathOf } from '@lectern/client/common/basePath.ts';
import type { Consent } from '@lectern/client/consent/consent.ts';
import type { Routes } from '../routes/routeTypes.ts';

/** Loads the web-vitals code once analytics are allowed. */
export function followVitals(root: string, consent: Consent, routes: Routes): void {
  let isLoaded = false;
  const update = () => {
    if (isLoaded || !consent.allows('analytics')) return;
    isLoaded = true;
    const route = routes.find(pathOf(window.location.pathname))?.entry.path ?? '/';
    Promise.all([
      import('@lectern/client/vitals/reportVitals.ts'),
      import('@lectern/client/vitals/measureVitals.ts'),
    ]).then(
      ([{ reportVitals }, { measureVitals }]) =>
        reportVitals({ root, consent, route, measure: measureVitals, page: document }),
      () => {
        isLoaded = false;
      },
    );
  };
  consent.record.subscribe(update);
  update();
}
