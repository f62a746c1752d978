import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import {
  bindGestures,
  type Direction,
  type GestureOptions,
  type Gestures,
  isPlayerKey,
} from '../engine/gestures/gestures.ts';
import { mayBeNoteReference } from '../engine/noteCall.ts';
import type { Box, NotePreview, RendererEvents } from '../engine/renderer.ts';
import { isScrollKey } from '../engine/scrollBox.ts';
import {
  languageOf,
  marginsBeside,
  outside,
  textAround,
  textOf,
  visibleBox,
  watchSelection,
} from '../engine/selection.ts';
import type { ChapterView } from './chapterView.ts';
import type { Chapters } from './content/chapters.ts';
import { addressOf, fragmentOf, isExternal, linkAt } from './content/links.ts';
import { findNote, noteDocument } from './content/notes.ts';
import { pictureAt } from './content/pictures.ts';
import { Frame } from './frame.ts';
import type { PageZoom } from './pageZoom.ts';

/** Callbacks of a renderer for chapter input. */
export interface ChapterController {
  readonly events: RendererEvents;
  readonly chapters: Chapters;
  readonly rtl: boolean;
  paginated(): boolean;
  /** All chapters scroll together, so that the wheel is handled by the browser. */
  readonly scrolls?: boolean;
  /** Addresses whose origins the book's documents may load from. */
  readonly sources: readonly string[];
  /** The element that contains all frames. */
  readonly host: HTMLElement;
  turn(forward: boolean, animate: boolean): Promise<boolean>;
  /** The reader acts, and may scroll. */
  act?(): void;
  /** Of fixed-layout pages. */
  readonly zoom?: PageZoom;
  /** Drags the page; null snaps it back. */
  pull(by: number | null): void;
  /** The style sheet of a footnote popup. */
  noteStyle(): string;
  /** Follows a link within the book. */
  follow(index: number, fragment: string): void;
  pageOf(view: ChapterView, fraction: number): number;
}

/** Binds all input of a chapter. @returns removes the listeners */
export function bindChapterInput(view: ChapterView, controller: ChapterController): () => void {
  const { events } = controller;
  const frame = view.frame.element;
  const across = (x: number) =>
    acrossHost(controller.host, frame.getBoundingClientRect().left + x * view.frame.scale);
  /** Where the pointer was last pressed. */
  let pressed = { x: 0, y: 0 };
  const stopGestures = bindGestures(
    view.document,
    {
      ...pageTurnGestures(controller),
      ...zoomGestures(controller, view.frame),
      operate: (event) => {
        const link = linkAt(event.target);
        if (!link) return false;
        event.preventDefault();
        runInBackground(follow(link, view, controller));
        return true;
      },
      press: (x, y) => {
        pressed = { x, y };
        const mark = view.marks.at(x, y);
        if (mark) events.markPressed(mark.id, outside(mark.box, frame, view.frame.scale));
        return mark !== null;
      },
      tap: (where, target) => {
        const picture = where === 'middle' ? pictureAt(target) : null;
        if (picture) events.picturePressed(picture);
        else if (where === 'middle') events.tapped(view.placeAt(pressed.x, pressed.y) ?? undefined);
        else onTap(where, controller);
      },
    },
    {
      ...options(controller),
      across,
      exhausted: (direction) =>
        view.paginator[direction === 'forward' ? 'atEnd' : 'atStart'] && isExhausted(controller, direction),
    },
  );
  const stopKeys = bindKeysAndLinks(view.document, events);
  const stopSelection = watchSelection(view.document, (range) => emitSelection(view, range, controller));
  return () => {
    stopGestures();
    stopKeys();
    stopSelection();
  };
}

/** Keys, and the browser's own handling of links that are dragged or middle-clicked. */
function bindKeysAndLinks(document: Document, events: RendererEvents): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener(
    'keydown',
    (event) => !isPlayerKey(event) && !isScrollKey(event) && events.keyPressed(event),
    { signal },
  );
  for (const name of ['auxclick', 'dragstart'])
    document.addEventListener(name, (event) => linkAt(event.target) && event.preventDefault(), { signal });
  return () => listeners.abort();
}

/** Binds input on the margins around the frames. @returns removes the listeners */
export function bindMarginInput(controller: ChapterController): () => void {
  return bindGestures(
    controller.host,
    {
      ...pageTurnGestures(controller),
      ...zoomGestures(controller),
      operate: () => false,
      press: () => false,
      tap: (where) => onTap(where, controller),
    },
    {
      ...options(controller),
      across: (x) => acrossHost(controller.host, x),
      exhausted: (direction) => controller.zoom?.isOn === true && isExhausted(controller, direction),
    },
  );
}

const isOnward = (where: 'left' | 'right', { rtl }: ChapterController) => where === (rtl ? 'left' : 'right');

function onTap(where: 'left' | 'middle' | 'right', controller: ChapterController): void {
  if (where === 'middle') controller.events.tapped();
  else runInBackground(controller.turn(isOnward(where, controller), false));
}

function pageTurnGestures(
  controller: ChapterController,
): Pick<Gestures, 'drag' | 'swipe' | 'wheel' | 'point' | 'act'> {
  return {
    drag: (by) => controller.pull(by),
    swipe: (to) => {
      if (to === null) controller.pull(null);
      // Dragging to the left reveals the page on the right.
      else runInBackground(controller.turn(!isOnward(to, controller), true));
    },
    wheel: (direction) => runInBackground(controller.turn(direction === 'forward', false)),
    point: (selects) => controller.events.pointed(selects),
    act: () => controller.act?.(),
  };
}

const isExhausted = ({ zoom }: ChapterController, direction: Direction) =>
  !zoom?.isOn || zoom.exhausted(direction);

/** @param frame whose coordinates those of the gestures are; without it, they are those of the window */
function zoomGestures(
  { zoom, host }: ChapterController,
  frame?: Frame,
): Pick<Gestures, 'zoom' | 'zoomed' | 'doubleTap'> {
  if (!zoom) return {};
  const at = (x: number, y: number): [Element, number, number] => {
    if (!frame) return [host.querySelector('iframe') ?? host, x, y];
    const { left, top } = outside(new DOMRect(x, y), frame.element, frame.scale);
    return [frame.element, left, top];
  };
  return {
    zoom: (factor, x, y) => zoom.by(factor, ...at(x, y)),
    zoomed: () => zoom.end(),
    doubleTap: (x, y) => zoom.toggle(...at(x, y)),
  };
}

/** Wheel pixels past the end of a scrolled chapter that open the next one, or past that of a page that is zoomed. */
const pastEnd = 240;
const pastZoomedPage = 60;

function options({
  paginated,
  scrolls,
  zoom,
}: ChapterController): Pick<GestureOptions, 'hasEdges' | 'canSwipe' | 'wheel'> {
  return {
    hasEdges: paginated,
    canSwipe: () => paginated() && !zoom?.isOn,
    wheel: () => {
      if (scrolls) return { does: 'scrolls' };
      if (zoom?.isOn) return { does: 'pulls', pixels: pastZoomedPage };
      return paginated() ? { does: 'turns' } : { does: 'pulls', pixels: pastEnd };
    },
  };
}

function acrossHost(host: HTMLElement, x: number): number {
  const box = host.getBoundingClientRect();
  return (x - box.left) / Math.max(1, box.width);
}

async function follow(link: Element, view: ChapterView, controller: ChapterController): Promise<void> {
  const { chapters, events } = controller;
  const address = addressOf(link);
  if (address === null) return;
  const path = chapters.pathOf(address);
  const index = path === null ? null : chapters.indexOf(path);
  if (index === null) {
    if (isExternal(address)) events.linkPressed(address);
    return;
  }
  const fragment = fragmentOf(path);
  const go = () => {
    events.linkFollowed();
    controller.follow(index, fragment);
  };
  const note =
    fragment !== '' && mayBeNoteReference(link) ? await noteOf(link, index, fragment, chapters) : null;
  if (!note) return go();
  events.notePressed({
    box: outside(link.getBoundingClientRect(), view.frame.element, view.frame.scale),
    show: (into) =>
      showNote(into, {
        page: note,
        address: chapters.url(index),
        style: controller.noteStyle(),
        sources: controller.sources,
        follow: (inner) => runInBackground(follow(inner, view, controller)),
      }),
    follow: go,
  });
}

/** The footnote of a link; null for an ordinary link, or when its chapter cannot be loaded. */
async function noteOf(
  link: Element,
  index: number,
  name: string,
  chapters: Chapters,
): Promise<Document | null> {
  const chapter = await chapters.load(index).catch(() => null);
  const note = chapter && findNote(chapter, name, link);
  return note && noteDocument(note, (link.textContent ?? '').trim());
}

/** Boxes of the text of all pages on the screen, in window coordinates. */
function textBoxes(host: HTMLElement): Pick<Box, 'left' | 'width'>[] {
  return [...host.querySelectorAll('iframe')].flatMap((frame) => {
    const body = frame.contentDocument?.body;
    const { left, right, width } = frame.getBoundingClientRect();
    if (
      !body ||
      !frame.checkVisibility({ visibilityProperty: true }) ||
      right <= 0 ||
      left >= window.innerWidth
    )
      return [];
    const scale = width / Math.max(1, frame.clientWidth);
    const { paddingLeft, paddingRight } = getComputedStyle(body);
    // Scrolled text is centered; pages fill their frame, and those before and after are outside of it.
    const { left: start, right: end } = body.getBoundingClientRect();
    const isInside = start >= 0 && end <= frame.clientWidth;
    const [from, to] = isInside ? [start, end] : [0, frame.clientWidth];
    const textStart = from + Number.parseFloat(paddingLeft);
    return [
      { left: left + textStart * scale, width: (to - Number.parseFloat(paddingRight) - textStart) * scale },
    ];
  });
}

function emitSelection(view: ChapterView, range: Range | null, controller: ChapterController): void {
  const { events, pageOf, host } = controller;
  if (!range) {
    events.selected(null);
    return;
  }
  const locator = view.locatorOf(range);
  const page = pageOf(view, locator.fraction ?? 0);
  const { clientWidth: width, clientHeight: height } = view.frame.element;
  events.selected({
    text: textOf(range).replace(/\s+/gu, ' ').trim(),
    around: textAround(range),
    language: languageOf(range),
    locator: { ...locator, page },
    page,
    box: outside(visibleBox(range, { width, height }), view.frame.element, view.frame.scale),
    margins: marginsBeside(textBoxes(host), host.getBoundingClientRect()),
  });
}

interface NotePage {
  page: Document;
  /** Address of the note's chapter. */
  address: string;
  style: string;
  /** Addresses whose origins it may load from. */
  sources: readonly string[];
  /** A link in the note was clicked. */
  follow(link: Element): void;
}

/** Renders a note in a sandboxed frame as for chapters. @returns removes it */
async function showNote(into: HTMLElement, note: NotePage): ReturnType<NotePreview['show']> {
  const frame = new Frame(into, note.sources);
  frame.place({ left: 0, top: 0, width: into.clientWidth, height: 1 });
  frame.element.title = note.page.title;
  const page = await frame.fill(note.page, note.address, note.style);
  const fit = () => {
    const height = Math.ceil(page.body.getBoundingClientRect().height);
    into.style.blockSize = `${height}px`;
    frame.place({ left: 0, top: 0, width: into.clientWidth, height });
  };
  fit();
  // Images and fonts load later.
  const resizing = new ResizeObserver(fit);
  resizing.observe(page.body);
  page.addEventListener('click', (event) => {
    const link = linkAt(event.target);
    if (!link) return;
    event.preventDefault();
    note.follow(link);
  });
  page.addEventListener('auxclick', (event) => linkAt(event.target) && event.preventDefault());
  frame.reveal();
  return () => {
    resizing.disconnect();
    frame.remove();
  };
}
