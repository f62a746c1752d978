import type { NotePreview } from '../engine/renderer.ts';
import { linkAt } from './content/links.ts';
import { Frame } from './frame.ts';

export interface NotePage {
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
export async function showNote(into: HTMLElement, note: NotePage): ReturnType<NotePreview['show']> {
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
