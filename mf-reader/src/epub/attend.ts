import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { RendererEvents } from '../engine/renderer.ts';
import { outside, visibleBox, watchSelection } from '../engine/selection.ts';
import type { Chapters } from './chapters.ts';
import type { ChapterView } from './chapterView.ts';
import { type GestureOptions, type Gestures, listenToHands } from './gestures.ts';
import { addressOf, leadsOut } from './links.ts';
import { mayCallNote, noteDocument, noteNamed } from './notes.ts';
import { pictureAt } from './pictures.ts';
import { showNote } from './showNote.ts';

/** What a renderer does for its chapters. */
export interface Attendant {
  readonly events: RendererEvents;
  readonly chapters: Chapters;
  readonly rtl: boolean;
  readonly paginated: boolean;
  /** Addresses from whose origins the book's documents may load. */
  readonly sources: readonly string[];
  /** The element that all frames stand in. */
  readonly host: HTMLElement;
  turn(forward: boolean, animate: boolean): Promise<boolean>;
  /** The page is pulled along by a finger; null lets it lie down again. */
  pull(by: number | null): void;
  /** The style sheet for a note that is shown by itself. */
  noteStyle(): string;
  /** Follows a link within the book. */
  follow(index: number, fragment: string): void;
  pageOf(view: ChapterView, fraction: number): number;
}

/** Listens to everything that a reader does to a chapter. @returns a function that stops it. */
export function attendChapter(view: ChapterView, attendant: Attendant): () => void {
  const { events } = attendant;
  const frame = view.frame.element;
  const across = (x: number) =>
    acrossHost(attendant.host, frame.getBoundingClientRect().left + x * view.frame.scale);
  const stopHands = listenToHands(
    view.document,
    {
      ...turning(attendant),
      link: (element) => runInBackground(follow(element, view, attendant)),
      press: (x, y) => {
        const mark = view.marks.at(x, y);
        if (mark) events.markPressed(mark.id, outside(mark.box, frame, view.frame.scale));
        return mark !== null;
      },
      look: (target) => {
        const picture = pictureAt(target);
        if (picture) events.picturePressed(picture);
        return picture !== null;
      },
      key: (event) => events.keyPressed(event),
    },
    {
      ...options(attendant),
      across,
      exhausted: (direction) => view.leaves[direction === 'forward' ? 'atEnd' : 'atStart'],
    },
  );
  const stopSelection = watchSelection(view.document, (range) => tellSelection(view, range, attendant));
  return () => {
    stopHands();
    stopSelection();
  };
}

/** Listens to what a reader does to the margins around the frames. @returns a function that stops it. */
export function attendMargins(attendant: Attendant): () => void {
  return listenToHands(
    attendant.host,
    { ...turning(attendant), link: () => {}, press: () => false, look: () => false, key: () => {} },
    { ...options(attendant), across: (x) => acrossHost(attendant.host, x), exhausted: () => false },
  );
}

function turning(attendant: Attendant): Pick<Gestures, 'drag' | 'release' | 'tap' | 'wheel' | 'point'> {
  const onward = attendant.rtl ? 'left' : 'right';
  return {
    drag: (by) => attendant.pull(by),
    release: (turn) => {
      if (turn === null) attendant.pull(null);
      // Pulling the page to the left brings what stands to the right of it.
      else runInBackground(attendant.turn(turn !== onward, true));
    },
    tap: (where) => {
      if (where === 'middle') attendant.events.tapped();
      else runInBackground(attendant.turn(where === onward, false));
    },
    wheel: (direction) => runInBackground(attendant.turn(direction === 'forward', false)),
    point: () => attendant.events.pointed(),
  };
}

function options({ paginated }: Attendant): Pick<GestureOptions, 'paginated'> {
  return { paginated };
}

function acrossHost(host: HTMLElement, x: number): number {
  const box = host.getBoundingClientRect();
  return (x - box.left) / Math.max(1, box.width);
}

async function follow(link: Element, view: ChapterView, attendant: Attendant): Promise<void> {
  const { chapters, events } = attendant;
  const address = addressOf(link);
  if (address === null) return;
  const path = chapters.pathOf(address);
  const index = path === null ? null : chapters.indexOf(path);
  if (index === null) {
    if (leadsOut(address)) events.linkPressed(address);
    return;
  }
  const fragment = decode(path?.split('#')[1] ?? '');
  const go = () => attendant.follow(index, fragment);
  const note = fragment !== '' && mayCallNote(link) ? await noteOf(link, index, fragment, chapters) : null;
  if (!note) return go();
  events.notePressed({
    box: outside(link.getBoundingClientRect(), view.frame.element, view.frame.scale),
    show: (into) =>
      showNote(into, {
        page: note,
        address: chapters.url(index),
        style: attendant.noteStyle(),
        sources: attendant.sources,
        follow: (inner) => runInBackground(follow(inner, view, attendant)),
      }),
    follow: go,
  });
}

/** The note that a link calls; null when it leads to a place, or when its chapter cannot be had now. */
async function noteOf(
  link: Element,
  index: number,
  name: string,
  chapters: Chapters,
): Promise<Document | null> {
  const chapter = await chapters.load(index).catch(() => null);
  const note = chapter && noteNamed(chapter, name, link);
  return note && noteDocument(note, (link.textContent ?? '').trim());
}

/** The name in an address, as it stands in the document. */
export function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function tellSelection(view: ChapterView, range: Range | null, { events, pageOf }: Attendant): void {
  if (!range) {
    events.selected(null);
    return;
  }
  const locator = view.locatorOf(range);
  const page = pageOf(view, locator.fraction ?? 0);
  const { clientWidth: width, clientHeight: height } = view.frame.element;
  events.selected({
    text: range.toString().replace(/\s+/gu, ' ').trim(),
    locator: { ...locator, page },
    page,
    box: outside(visibleBox(range, { width, height }), view.frame.element, view.frame.scale),
  });
}
