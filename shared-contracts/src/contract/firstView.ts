/**
 * A page that is made at build and filled with a reader's own things in the browser, before the app has started
 * (docs/adr/0041). Its markup has slots: names between two characters that no text has.
 */
import type { User } from '../api/auth.ts';

const opening = '\u{E000}';
const closing = '\u{E001}';
const slots = new RegExp(`${opening}([^${closing}]*)${closing}`, 'g');

/** What a component is given at build, where a browser will put the value of that name. */
export const slot = (name: string): string => `${opening}${name}${closing}`;

/**
 * Puts the values where their slots are, in texts and attributes below a node: as text, never
 * as markup. A slot without value becomes nothing.
 */
export function fillSlots(node: Node, values: Readonly<Record<string, string>>): void {
  const filled = (text: string) => text.replace(slots, (_, name: string) => values[name] ?? '');
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let at: Node | null = walker.currentNode; at !== null; at = walker.nextNode()) {
    if (at instanceof Element) {
      for (const attribute of at.attributes)
        if (attribute.value.includes(opening)) attribute.value = filled(attribute.value);
    } else if (at.nodeValue?.includes(opening)) at.nodeValue = filled(at.nodeValue);
  }
}

/** What is known of the reader when nothing of the app is there yet. */
export interface FirstFacts {
  user: Pick<User, 'id' | 'name'>;
  /** What the server answered to GET /books, as it came: not looked at by anyone. */
  books: unknown;
  /** A value that the remote keeps in this browser; undefined when it keeps none. */
  preference(name: string): unknown;
  /** Of the day, 0-23, where the reader is. */
  hour: number;
}

/** What the script of a first view hands over: the rules of its look, and how it is drawn. */
export interface FirstView {
  styles: string;
  /**
   * Draws the page, whole, into its place. False, with nothing drawn, when this reader would see something else there.
   */
  draw(place: HTMLElement, facts: FirstFacts): boolean;
}

/** Raised on its own script element by a first view that has come; `detail` is a FirstView. */
export const firstViewHere = 'lectern-first-view';
