import { libraryNavigation } from '@lectern/shared-contracts/contract/navigationStates.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useMemo, useState } from 'react';

/** Target named by the navigation. A new object for each navigation. */
export interface HighlightTarget {
  id: string;
}

/** The note or collection named by the navigation; null for none. */
export function useHighlightTarget(): HighlightTarget | null {
  const { state } = useReadable(useHost().navigation.location);
  return useMemo(() => {
    const id = libraryNavigation(state).highlight;
    return id === undefined ? null : { id };
  }, [state]);
}

/**
 * Scrolls to the target once it is rendered, and highlights it for two seconds.
 * @param elementId of the element that shows it
 * @param ready whether that element has been rendered
 */
export function useScrolledHighlight(
  target: HighlightTarget | null,
  elementId: string,
  ready: boolean,
): boolean {
  const [marked, setMarked] = useState(false);
  useEffect(() => {
    if (target === null || !ready) return;
    const element = document.getElementById(elementId);
    if (element === null) return;
    element.scrollIntoView({ block: 'center' });
    setMarked(true);
    const timer = setTimeout(() => setMarked(false), 2_000);
    return () => clearTimeout(timer);
  }, [target, elementId, ready]);
  return marked;
}
