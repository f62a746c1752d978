import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useCallback, useRef } from 'react';
import { defaultPace, observePace, type Pace, parsePace } from '../../engine/pace.ts';
import type { MoveCause, Place } from '../../engine/renderer.ts';

const name = 'reader.pace';

export interface KnownPace {
  pace: Pace;
  /** A page turn, or anything else that ends the measurement. */
  observe(place: Place, cause: MoveCause): void;
}

/** Reading speed, learned in this browser. */
export function usePace(): KnownPace {
  const { preferences } = useHost();
  const pace = parsePace(useReadable(preferences.watch<unknown>(name, defaultPace)));
  const shown = useRef<{ place: Place; since: number } | null>(null);
  const observe = useCallback(
    (place: Place, cause: MoveCause) => {
      const before = shown.current;
      shown.current = { place, since: Date.now() };
      if (cause !== 'turn' || before === null || before.place.wordsShown === null) return;
      if (place.page < before.place.page || document.visibilityState === 'hidden') return;
      const pace = parsePace(preferences.watch<unknown>(name, defaultPace).get());
      const learned = observePace(pace, before.place.wordsShown, (Date.now() - before.since) / 1_000);
      if (learned !== pace) preferences.set(name, learned);
    },
    [preferences],
  );
  return { pace, observe };
}
