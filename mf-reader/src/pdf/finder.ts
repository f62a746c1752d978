import type { Finder, FindOptions, RendererEvents } from '../engine/renderer.ts';
import { viewer } from './viewer.ts';

interface Matches {
  current?: number;
  total?: number;
}

/** Search in the pages: all matches are highlighted, one is current. */
export function createFinder(
  bus: InstanceType<typeof viewer.EventBus>,
  events: Pick<RendererEvents, 'found'>,
): Finder {
  let query = '';
  let options: FindOptions = { caseSensitive: false, wholeWords: false };
  const ask = (type: '' | 'again', findPrevious: boolean) =>
    bus.dispatch('find', {
      source: null,
      type,
      query,
      findPrevious,
      highlightAll: true,
      caseSensitive: options.caseSensitive,
      entireWord: options.wholeWords,
      matchDiacritics: false,
    });
  const tell = ({ current = 0, total = 0 }: Matches, searching: boolean) =>
    events.found({ current, total, searching });
  bus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: Matches }) =>
    tell(matchesCount, false),
  );
  bus.on('updatefindcontrolstate', ({ state, matchesCount }: { state: number; matchesCount: Matches }) =>
    tell(matchesCount, state === viewer.FindState.PENDING),
  );
  return {
    find(wanted, chosen) {
      query = wanted;
      options = chosen;
      ask('', false);
    },
    again: (backwards) => ask('again', backwards),
    stop() {
      query = '';
      bus.dispatch('findbarclose', { source: null });
    },
  };
}
