import type { Reading } from '../engine/narration.ts';
import type { ChapterView } from './chapterView.ts';

/**
 * A chapter for reading aloud.
 * @param language of the book, for chapters without their own
 * @param turned called when a sentence changed the screen
 */
export function readingOf(view: ChapterView, language: string | null, turned: () => void): Reading {
  return {
    map: view.map,
    language: view.document.documentElement.lang || view.document.body.lang || language,
    firstShown: () => view.firstShown(),
    show(span) {
      if (view.speak(span)) turned();
    },
  };
}
