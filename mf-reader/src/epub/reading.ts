import type { OverlayClip } from '@lectern/shared-contracts/api/bookParts.ts';
import { decodeUri } from '@lectern/shared-contracts/domain/decodeUri.ts';
import type { Reading, Recorded } from '../engine/narration.ts';
import type { ChapterView } from './chapterView.ts';
import type { Chapters } from './content/chapters.ts';

interface RecordedElement extends Recorded {
  element: Element;
}

/**
 * A chapter for reading aloud: by its media overlay if it has one, else sentence by sentence.
 * @param language of the book, for chapters without their own
 * @param turned called when a sentence changed the screen
 * @returns null when there is nothing to read
 */
export async function readingOf(
  view: ChapterView,
  chapters: Chapters,
  language: string | null,
  turned: () => void,
): Promise<Reading | null> {
  const overlay = await chapters.overlay(view.index);
  const recorded = overlay ? recordedElements(view, overlay.clips, chapters) : [];
  if (recorded.length === 0 && view.map.length === 0) return null;
  const reading = {
    map: view.map,
    language: view.document.documentElement.lang || view.document.body.lang || language,
    start: () => view.readFrom(),
  };
  if (!overlay || recorded.length === 0)
    return {
      ...reading,
      show(span) {
        if (view.speak(span)) turned();
      },
    };
  const mark = marker(view.document, overlay.active_class, overlay.playback_class);
  return {
    ...reading,
    recorded,
    show(span) {
      const element = recorded.find((each) => each.span === span)?.element ?? null;
      mark(element);
      if (view.speak(span, overlay.active_class === null)) turned();
    },
  };
}

/** The clips in order, without those whose element is missing. */
function recordedElements(
  view: ChapterView,
  clips: readonly OverlayClip[],
  chapters: Chapters,
): RecordedElement[] {
  const recorded: RecordedElement[] = [];
  /** For each clip, the index in `recorded` of it or the next one. */
  const recordedIndexes: number[] = [];
  for (const clip of clips) {
    recordedIndexes.push(recorded.length);
    const element = recordedElement(view, clip, chapters);
    if (element) recorded.push(element);
  }
  return recorded.map((each) =>
    each.leave === undefined ? each : { ...each, leave: recordedIndexes[each.leave] ?? recorded.length },
  );
}

function recordedElement(view: ChapterView, clip: OverlayClip, chapters: Chapters): RecordedElement | null {
  const element =
    clip.text === null ? view.document.body : view.document.getElementById(decodeUri(clip.text));
  if (!element) return null;
  const range = view.document.createRange();
  range.selectNodeContents(element);
  const span = view.map.spanOf(range);
  const { audio, begin, end } = clip;
  return {
    element,
    span,
    ...(clip.skip ? { skip: true } : {}),
    ...(clip.leave === undefined ? {} : { leave: clip.leave }),
    ...(audio === null ? {} : { clip: { url: chapters.addressOf(audio), begin, end } }),
  };
}

/** On the root of a page whose own playback class is set, so that the theme does not override its color. */
const narratedClass = 'lectern-narrated';

/** Marks the active element with the classes that the book styles. */
function marker(
  page: Document,
  active: string | null,
  playback: string | null,
): (element: Element | null) => void {
  let marked: Element | null = null;
  return (element) => {
    if (active !== null) {
      marked?.classList.remove(active);
      element?.classList.add(active);
    }
    marked = element;
    if (playback === null) return;
    for (const name of [playback, narratedClass])
      page.documentElement.classList.toggle(name, element !== null);
  };
}
