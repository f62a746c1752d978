/** The model: what a person has done. What is shown, and what the server has, is compared with it. */

import type { BuiltInActions } from '@lectern/shared-contracts/contract/syncActions.ts';
import { basisOf, textStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import fc from 'fast-check';
import type { Library, Person } from './person.ts';
import type { Tab } from './tab.ts';

/** An action of a person. Whether it creates or changes something depends on what exists. */
export interface PersonAction {
  what:
    | 'note'
    | 'drop note'
    | 'highlight'
    | 'drop highlight'
    | 'bookmark'
    | 'place'
    | 'shelf'
    | 'drop shelf'
    | 'rate'
    | 'session';
  slot: number;
}

export const action: fc.Arbitrary<PersonAction> = fc.record({
  what: fc.constantFrom<PersonAction['what']>(
    'note',
    'note',
    'note',
    'drop note',
    'highlight',
    'drop highlight',
    'bookmark',
    'place',
    'place',
    'shelf',
    'drop shelf',
    'rate',
    'session',
  ),
  slot: fc.nat(2),
});

const emptyLibrary = (): Library => ({
  notes: {},
  highlights: {},
  bookmarks: {},
  page: null,
  shelves: {},
  otherBookOn: [],
  rating: null,
  sessions: [],
});

interface Write {
  send(tab: Tab): Promise<void>;
  /** Applies it to the model. Call it once the app has accepted the write. */
  done(): void;
}

/** A person who uses the app. Slots hold the ids of what they have created. */
export class Reader {
  readonly person: Person;
  readonly library = emptyLibrary();
  readonly #slots = new Map<string, string>();
  #count = 0;

  constructor(person: Person) {
    this.person = person;
  }

  /** Id of the shelf in this slot; undefined if there is none. */
  shelf(slot: number): string | undefined {
    const id = this.#slots.get(`shelf ${slot}`);
    return id !== undefined && id in this.library.shelves ? id : undefined;
  }

  /** The write for this action, or null when there is nothing to do. @param at milliseconds since 1970 */
  write({ what, slot }: PersonAction, at: number): Write | null {
    const { bookId } = this.person;
    const moment = new Date(at).toISOString();
    this.#count += 1;
    const text = `${bookId} ${this.#count}`;
    const [kind, isDeletion] = what.startsWith('drop ') ? [what.slice(5), true] : [what, false];
    const key = `${kind} ${slot}`;
    const known = this.#slots.get(key);
    const id = known ?? crypto.randomUUID();
    if (isDeletion && known === undefined) return null;
    const action = <T extends keyof BuiltInActions>(
      type: T,
      payload: BuiltInActions[T],
      apply: (library: Library) => void,
      removesThing = false,
    ): Write => ({
      send: (tab) => tab.enqueue(type, payload as never),
      done: () => {
        if (removesThing) this.#slots.delete(key);
        else this.#slots.set(key, id);
        apply(this.library);
      },
    });

    switch (kind) {
      case 'note': {
        const before = this.library.notes[id] ?? '';
        const stamp = textStamp({ title: '', content: before });
        if (isDeletion)
          return action(
            'DELETE_NOTE',
            { id, bookId, seen: [stamp] },
            ({ notes }) => {
              delete notes[id];
            },
            true,
          );
        const apply = ({ notes }: Library): void => {
          notes[id] = text;
        };
        return known === undefined
          ? action('CREATE_NOTE', { id, bookId, content: text, created_at: moment }, apply)
          : action('UPDATE_NOTE', { id, bookId, content: text, replaces: [stamp] }, apply);
      }
      case 'highlight': {
        if (isDeletion)
          return action(
            'DELETE_HIGHLIGHT',
            { id, bookId },
            ({ highlights }) => {
              delete highlights[id];
            },
            true,
          );
        const color = this.#count % 2 === 0 ? 'pink' : 'green';
        const apply = ({ highlights }: Library): void => {
          highlights[id] = color;
        };
        const made = { text, page: 1, position: null, note: null, created_at: moment };
        return known === undefined
          ? action('CREATE_HIGHLIGHT', { id, bookId, color, ...made }, apply)
          : action('UPDATE_HIGHLIGHT', { id, bookId, color }, apply);
      }
      case 'bookmark': {
        if (known !== undefined)
          return action(
            'DELETE_BOOKMARK',
            { id, bookId, page: slot },
            ({ bookmarks }) => {
              delete bookmarks[slot];
            },
            true,
          );
        const made = { page: slot, position: null, label: null, updated_at: moment };
        return action('UPDATE_BOOKMARK', { id, bookId, ...made }, ({ bookmarks }) => {
          bookmarks[slot] = id;
        });
      }
      case 'place': {
        const page = 1 + ((this.#count * 7) % 90);
        const place = { current_page: page, total_pages: 100, percentage: page, updated_at: moment };
        return action('UPDATE_PROGRESS', { bookId, ...place }, (library) => {
          library.page = page;
        });
      }
      case 'shelf': {
        if (isDeletion)
          return action(
            'DELETE_COLLECTION',
            { id },
            (library) => {
              delete library.shelves[id];
              library.otherBookOn = library.otherBookOn.filter((other) => other !== id);
            },
            true,
          );
        const shelf = { id, name: text, description: null, color: null, icon: null, bookIds: [bookId] };
        const before = { name: this.library.shelves[id] };
        // Like the library page: a change contains the value that it was based on.
        const books = { added: [], removed: [] };
        const edit = known === undefined ? {} : { books, basis: basisOf(before, { name: text }) };
        return action('SAVE_COLLECTION', { ...shelf, ...edit }, ({ shelves }) => {
          shelves[id] = text;
        });
      }
      case 'rate': {
        const rating = 1 + (this.#count % 5);
        return action('UPDATE_BOOK', { bookId, changes: { rating } }, (library) => {
          library.rating = rating;
        });
      }
      default: {
        const session = { id, bookId, bookTitle: 'A Book', seconds: 60, pagesRead: 1, notes: null };
        // By the clock of the device, which may be wrong; the length must still be right.
        const [started_at, ended_at] = [new Date(at - 60_000).toISOString(), moment];
        return action(
          'SESSION_END',
          { ...session, started_at, ended_at },
          ({ sessions }) => {
            sessions.push(`${id} 60`);
            sessions.sort();
          },
          true,
        );
      }
    }
  }
}
