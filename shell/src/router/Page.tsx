import { useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorScreen } from '../boundaries/ErrorScreen.tsx';
import { LoadBoundary } from '../boundaries/LoadBoundary.tsx';
import { PageSkeleton } from '../boundaries/PageSkeleton.tsx';
import { useShell } from '../host/shell.ts';
import type { RouteMatch } from '../routes/routeTypes.ts';
import { usePageData } from '../routes/usePageData.ts';

/** The page of the current route in its boundary. */
export function Page() {
  const data = usePageData();
  return (
    data && (
      <OnceArrived key={keyOf(data)}>
        <PageOf match={data} />
      </OnceArrived>
    )
  );
}

/**
 * Renders a page once the Host has the state of its address (useReportLocation), in the same frame: a page that is
 * loaded already would begin with that of the page before.
 */
function OnceArrived({ children }: { children: ReactNode }) {
  const { state } = useLocation();
  const reported = useReadable(useShell().navigation.location);
  const [hasBegun, setBegun] = useState(reported.state === state);
  if (!hasBegun && reported.state === state) setBegun(true);
  return hasBegun ? children : null;
}

const keyOf = ({ entry: { path }, params }: RouteMatch) => `${path} ${params.bookId ?? ''}`;

export function PageOf({ match }: { match: RouteMatch }) {
  const { entry, params } = match;
  const { path, page, failure } = entry;
  // Keep the same params object for an address, so that the page does not rerender.
  const stable = useRef(params);
  if (JSON.stringify(stable.current) !== JSON.stringify(params)) stable.current = params;
  return (
    <LoadBoundary
      key={keyOf(match)}
      source={page}
      params={stable.current}
      ownStyles
      loading={(slow) => <PageSkeleton area={failure.area} slow={slow} />}
      failed={(load) => <ErrorScreen load={load} page={failure} route={path} />}
    />
  );
}
