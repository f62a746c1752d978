import { useRef } from 'react';
import { ErrorScreen } from '../boundaries/ErrorScreen.tsx';
import { LoadBoundary } from '../boundaries/LoadBoundary.tsx';
import { PageSkeleton } from '../boundaries/PageSkeleton.tsx';
import type { RouteMatch } from '../routes/routeTypes.ts';
import { usePageData } from '../routes/usePageData.ts';

/** The page of the current route in its boundary. */
export function Page() {
  const data = usePageData();
  return data && <PageOf match={data} />;
}

export function PageOf({ match: { entry, params } }: { match: RouteMatch }) {
  const { path, page, failure } = entry;
  // Keep the same params object for an address, so that the page does not rerender.
  const stable = useRef(params);
  if (JSON.stringify(stable.current) !== JSON.stringify(params)) stable.current = params;
  return (
    <LoadBoundary
      key={`${path} ${params.bookId ?? ''}`}
      source={page}
      params={stable.current}
      ownStyles
      loading={(slow) => <PageSkeleton area={failure.area} slow={slow} />}
      failed={(load) => <ErrorScreen load={load} page={failure} route={path} />}
    />
  );
}
