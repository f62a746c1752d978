/**
 * A page prerendered at build and filled with the user's data in the browser, before the app has started
 * (docs/decisions.md). Its markup has slots: names between two characters that do not occur in texts.
 */
import type { User } from '../api/auth.ts';

const opening = '\u{E000}';
const closing = '\u{E001}';
const slots = new RegExp(`${opening}([^${closing}]*)${closing}`, 'g');

/** A placeholder for a value, used at build. */
export const slot = (name: string): string => `${opening}${name}${closing}`;

/**
 * Replaces slots in texts and attributes below a node, as text and never as markup. Slots without a value become
 * empty.
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

/** What is known about the user before the app has started. */
export interface FirstFacts {
  user: Pick<User, 'id' | 'name'>;
  /** The raw response of GET /books, not validated. */
  books: unknown;
  /** A preference of the remote in this browser; undefined when not set. */
  preference(name: string): unknown;
  /** Local hour, 0-23. */
  hour: number;
}

/** The result of a first-view script: its styles, and a function to draw it. */
export interface FirstView {
  styles: string;
  /** Draws the complete page into `place`. Returns false without drawing when this user would see something else. */
  draw(place: HTMLElement, facts: FirstFacts): boolean;
}

/** Dispatched by a first-view script on its own script element; `detail` is a FirstView. */
export const firstViewHere = 'lectern-first-view';
