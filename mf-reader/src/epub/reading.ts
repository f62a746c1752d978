import type { OverlayClip } from '@lectern/shared-contracts/api/mediaOverlay.ts';
import { decodeUri } from '@lectern/shared-contracts/domain/decodeUri.ts';
import type { Reading, Recorded } from '../engine/narration.ts';
import type { ChapterView } from './chapterView.ts';
import type { Chapters } from './content/chapters.ts';

interface HeardElement extends Recorded {
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
  const heard = overlay ? heardElements(view, overlay.clips, chapters) : [];
  if (heard.length === 0 && view.map.length === 0) return null;
  const reading = {
    map: view.map,
    language: view.document.documentElement.lang || view.document.body.lang || language,
    start: () => view.readFrom(),
  };
  if (!overlay || heard.length === 0)
    return {
      ...reading,
      show(span) {
        if (view.speak(span)) turned();
      },
    };
  const mark = marker(view.document, overlay.active_class, overlay.playback_class);
  return {
    ...reading,
    recorded: heard,
    show(span) {
      const element = heard.find((each) => each.span === span)?.element ?? null;
      mark(element);
      if (view.speak(span, overlay.active_class === null)) turned();
    },
  };
}

/** The clips in order, without those whose element is missing. */
function heardElements(view: ChapterView, clips: readonly OverlayClip[], chapters: Chapters): HeardElement[] {
  const heard: HeardElement[] = [];
  /** For each clip, the index in `heard` of it or the next one. */
  const heardIndexes: number[] = [];
  for (const clip of clips) {
    heardIndexes.push(heard.length);
    const element = heardElement(view, clip, chapters);
    if (element) heard.push(element);
  }
  return heard.map((each) =>
    each.leave === undefined ? each : { ...each, leave: heardIndexes[each.leave] ?? heard.length },
  );
}

function heardElement(view: ChapterView, clip: OverlayClip, chapters: Chapters): HeardElement | null {
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
    if (playback !== null) page.documentElement.classList.toggle(playback, element !== null);
  };
}
