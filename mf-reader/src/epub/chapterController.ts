import { fontFiles } from '../engine/fonts/fontFiles.ts';
import { positionAt } from '../engine/positions.ts';
import type { ShowOptions } from '../engine/publication.ts';
import type { ChapterController } from './chapterInput.ts';
import type { BookFacts } from './placeOf.ts';

type Common = 'events' | 'chapters' | 'host' | 'sources' | 'playerLabels' | 'rtl' | 'pageOf';

/** The part of a controller that is the same for all renderers. */
export function controllerOf(
  host: HTMLElement,
  book: BookFacts,
  { events, labels, direction }: ShowOptions,
): Pick<ChapterController, Common> {
  return {
    events,
    chapters: book.chapters,
    host,
    sources: sourcesOf(book),
    playerLabels: labels.player,
    rtl: direction === 'rtl',
    pageOf: (view, fraction) => {
      const item = book.manifest.spine[view.index];
      return item ? positionAt(item, fraction) : 1;
    },
  };
}

/** Addresses whose origins the documents of a book may load from. */
export const sourcesOf = ({ chapters }: BookFacts): string[] => [
  chapters.url(0),
  fontFiles.serif[0]?.url ?? '',
];
