import type { Finder, FindOptions, RendererEvents } from '../../engine/renderer.ts';
import type { Bus } from '../pdfjs/viewer.ts';

interface Matches {
  current?: number;
  total?: number;
}

/**
 * Search in the pages: all matches are highlighted, one is current.
 * @param pending the state of the viewer's search while it goes on
 */
export function createFinder(
  bus: Pick<Bus, 'on' | 'dispatch'>,
  events: Pick<RendererEvents, 'found'>,
  pending: number,
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
  let searching = false;
  const tell = ({ current = 0, total = 0 }: Matches) => events.found({ current, total, searching });
  // Sent after each searched page: no match yet does not mean no match at all.
  bus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: Matches }) => tell(matchesCount));
  bus.on('updatefindcontrolstate', ({ state, matchesCount }: { state: number; matchesCount: Matches }) => {
    searching = state === pending;
    tell(matchesCount);
  });
  return {
    find(wanted, chosen) {
      query = wanted;
      options = chosen;
      searching = true;
      tell({});
      ask('', false);
    },
    again: (backwards) => ask('again', backwards),
    stop() {
      query = '';
      bus.dispatch('findbarclose', { source: null });
    },
  };
}
