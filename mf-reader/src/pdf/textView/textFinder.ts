import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Finder, FindOptions, RendererEvents } from '../../engine/renderer.ts';
import { piecesOf } from '../reflow/blocks.ts';
import { linesOf } from '../reflow/lines.ts';
import { matchesOnPage } from '../search/findMatches.ts';
import type { TextPages } from './textPages.ts';

/** Number of pages between two reports of the number of matches. */
const step = 10;

/**
 * Search in the pages that are shown as text.
 * @param show shows the match of this number, from 0, of a page; a negative one begins on the page before
 */
export function createTextFinder(
  pages: TextPages,
  events: Pick<RendererEvents, 'found'>,
  show: (page: number, index: number, query: string, options: FindOptions) => Promise<void>,
): Finder {
  let query = '';
  let options: FindOptions = { caseSensitive: false, wholeWords: false };
  let matches: { page: number; index: number }[] = [];
  let current = -1;
  /** Number of the latest search. Earlier searches are cancelled. */
  let latest = 0;
  const tell = (searching: boolean) =>
    events.found({ current: current + 1, total: matches.length, searching });
  const search = async (number: number) => {
    let before = '';
    for (let page = 1; page <= pages.total; page++) {
      const words = await pages.words(page).catch(() => null);
      if (number !== latest) return;
      const text = linesOf(words?.runs ?? [])
        .columns.flatMap(({ lines }) => piecesOf(lines.map(({ runs }) => runs)))
        .map((piece) => piece.text)
        .join('');
      const pageMatches = matchesOnPage(query, text, before, options) ?? [];
      const continued = pageMatches.filter(({ continues }) => continues).length;
      matches.push(...pageMatches.map((_, index) => ({ page, index: index - continued })));
      before = text;
      if (page % step === 0) tell(true);
    }
    tell(false);
  };
  return {
    find(wanted, chosen) {
      query = wanted;
      options = chosen;
      matches = [];
      current = -1;
      runInBackground(search(++latest));
    },
    again(backwards) {
      if (matches.length === 0) return;
      const from = current < 0 && backwards ? 0 : current;
      current = (from + (backwards ? -1 : 1) + matches.length) % matches.length;
      const match = matches[current];
      if (match) runInBackground(show(match.page, match.index, query, options));
      tell(false);
    },
    stop() {
      latest++;
      query = '';
      matches = [];
      current = -1;
    },
  };
}
