import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { ReaderError, type ReaderErrorCode } from '../../engine/readerError.ts';
import type { Mark, MoveCause, Place, Renderer } from '../../engine/renderer.ts';
import type { ShowOptions } from '../../engine/showBook.ts';
import type { Engines } from '../opening/engines.ts';

export interface TestEngine {
  engines: Engines;
  /** Options of the last opening. */
  options(): ShowOptions;
  marks(): readonly Mark[];
  /** Requested positions. */
  went: unknown[];
  /** Number of times the page was focused. */
  focused(): number;
  /** Simulates a move to this page. */
  move(page: number, cause: MoveCause, changes?: Partial<Place>): void;
  /** The next opening fails with this error. */
  failNext(code: ReaderErrorCode): void;
  /** The next opening asks for a password until this one is given. */
  lock(password: string): void;
}

export const totalPages = 100;

/** An engine without pages, controlled by the test, which records calls. */
export function createTestEngine(): TestEngine {
  let options: ShowOptions | null = null;
  let readerError: ReaderErrorCode | null = null;
  let password: string | null = null;
  let marks: readonly Mark[] = [];
  let page = 1;
  let focused = 0;
  const went: unknown[] = [];

  const place = (changes: Partial<Place> = {}): Place => ({
    locator: { spine_index: page - 1, fraction: 0, page, quote: { exact: `words of page ${page}` } },
    page,
    totalPages,
    percentage: page,
    target: page - 1,
    tocHref: null,
    wordsLeft: 500,
    wordsShown: 250,
    atStart: page === 1,
    atEnd: page === totalPages,
    atChapterEnd: false,
    label: null,
    ...changes,
  });
  const move = (to: number, cause: MoveCause, changes?: Partial<Place>) => {
    page = to;
    options?.events.moved(place(changes), cause);
  };
  const go = async (locator: Locator) => {
    went.push(locator);
    move(locator.page ?? (locator.spine_index ?? 0) + 1, 'jump');
  };
  const renderer: Renderer = {
    totalPages,
    finder: null,
    thumbnails: null,
    go,
    goToEntry: ({ target }) => go({ spine_index: target }),
    goToEdge: async (edge) => {
      went.push(edge);
    },
    async next() {
      if (page >= totalPages) return false;
      move(page + 1, 'turn');
      return true;
    },
    async previous() {
      if (page <= 1) return false;
      move(page - 1, 'turn');
      return true;
    },
    narrate: async () => ({
      begin: async () => ({ text: `Sentence of page ${page}.`, language: 'en' }),
      next: async () => null,
      previous: async () => null,
      leave: async () => null,
      at: async () => null,
      end: () => {},
    }),
    flush: () => {},
    setMarks: (next) => {
      marks = next;
    },
    setAppearance: () => {},
    clearSelection: () => {},
    focus: () => {
      focused++;
    },
    destroy: () => {},
  };

  const open = async (_into: HTMLElement, given: ShowOptions): Promise<Renderer> => {
    options = given;
    if (readerError !== null) {
      const code = readerError;
      readerError = null;
      throw new ReaderError(code, 'as the test wants');
    }
    for (let tries = 0; password !== null; tries++) {
      const answer = await given.askPassword(tries > 0);
      if (answer === password) password = null;
    }
    move(given.start?.page ?? (given.start?.spine_index ?? 0) + 1, 'jump');
    return renderer;
  };

  return {
    engines: { epub: async () => open, pdf: async () => open },
    options: () => {
      if (options === null) throw new Error('No book is open.');
      return options;
    },
    marks: () => marks,
    went,
    focused: () => focused,
    move,
    failNext: (code) => {
      readerError = code;
    },
    lock: (secret) => {
      password = secret;
    },
  };
}
