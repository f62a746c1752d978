import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Locator, ReturnPlace } from '@lectern/shared-contracts/api/locator.ts';
import type { MoveCause, Place } from '../../engine/renderer.ts';
import {
  afterMove,
  backFrom,
  dismissed,
  type Moved,
  openedAt,
  openedForVisit,
  type ReadingPlace,
} from './readingPlace.ts';

export interface ProgressSaverOptions {
  save(progress: Progress): void;
  /** Called with the number of pages read. */
  credit(pages: number): void;
  device: string;
  now(): Date;
}

/** How a book is opened. */
export interface Opening {
  /** Opened to look something up: the stored position remains the reading place. */
  visit: boolean;
  stored: Progress | null;
}

type ReadTo = Pick<Progress, 'current_page' | 'total_pages' | 'percentage' | 'position'>;

/** The first change is saved at once, later ones are batched. */
const intervalMs = 400;

/** Maximum step of a page turn; larger ones are jumps and count no pages. */
const maxTurn = 40;

const beginning: ReturnPlace = { page: 1, position: { page: 1 } };

/**
 * Saves the reading place. Nothing is saved before the user has read on: a book that was only opened, maybe with an
 * old position on a device that was offline, must not overwrite another device's position, and a visit to another
 * place (readingPlace.ts) changes nothing. Pages count as read when turned forward for the first time since the last
 * jump.
 */
export class ProgressSaver {
  readonly #options: ProgressSaverOptions;
  #opening: Opening;
  #state: ReadingPlace | null = null;
  #isReturning = false;
  /** The place of a link that is being followed. */
  #linkFrom: Place | null = null;
  /** The last shown position, and the last one that was saved or opened as the reading place. */
  #shown: Place | null = null;
  #saved: ReadTo | null = null;
  #waiting: Progress | null = null;
  #returnToChanged = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #furthest: number | null = null;
  #hasMoved = false;

  constructor(options: ProgressSaverOptions, opening: Opening = { visit: false, stored: null }) {
    this.#options = options;
    this.#opening = opening;
  }

  /** Whether the user has read since the book was opened. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** Whether another place than the reading place is shown. */
  get isVisit(): boolean {
    return this.#state ? this.#state.visit !== null : this.#opening.visit;
  }

  /** The visited position; null at the reading place. */
  get visited(): Locator | null {
    return this.isVisit ? (this.#shown?.locator ?? null) : null;
  }

  /** The position that “Back to page N” returns to; null for none. */
  get back(): ReturnPlace | null {
    return this.#state && this.#shown ? backFrom(this.#state, this.#shown) : null;
  }

  /** The next move counts as opening the book with these options. */
  open(opening: Opening): void {
    this.#opening = opening;
    this.#state = null;
    this.#furthest = null;
    this.#hasMoved = false;
    this.#waiting = null;
    this.#returnToChanged = false;
  }

  /** Called before the jump of a link in the text. */
  linkFollowed(): void {
    this.#linkFrom = this.#shown;
  }

  moved(place: Place, cause: MoveCause): void {
    this.#shown = place;
    const linkFrom = this.#linkFrom;
    if (cause !== 'layout') this.#linkFrom = null;
    if (this.#state === null) {
      this.#state = this.#opened(place);
      this.#furthest = place.page;
      return;
    }
    this.#apply(afterMove(this.#state, place, cause, this.#isReturning, linkFrom), place, cause);
  }

  /** Returns to the position of “Back to page N”. */
  async goBack(go: (locator: Locator) => Promise<void>): Promise<void> {
    const { back } = this;
    if (back === null) return;
    this.#isReturning = true;
    try {
      await go(back.position ?? { page: back.page });
    } finally {
      this.#isReturning = false;
    }
  }

  /** Dismisses “Back to page N”. */
  dismissBack(): void {
    if (this.#state === null) return;
    const { state, save } = dismissed(this.#state);
    this.#state = state;
    if (!save || this.#saved === null) return;
    this.#returnToChanged = true;
    this.#enqueue(this.#saved);
  }

  /** Called when another device has moved the reading place, while this one shows the same place or a visit. */
  readElsewhere(stored: Progress): void {
    this.#opening = { ...this.#opening, stored };
    this.#saved = stored;
    if (this.#state)
      this.#state = { ...this.#state, reading: placeOf(stored), returnTo: stored.return_to ?? [] };
  }

  /** Whether this page is visible. */
  shows(page: number): boolean {
    return this.#shown?.page === page;
  }

  /** Saves pending changes now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === null) return;
    const progress = this.#waiting;
    this.#waiting = null;
    this.#returnToChanged = false;
    this.#timer = setTimeout(() => this.flush(), intervalMs);
    this.#options.save(progress);
  }

  /** Saves pending changes and stops timers. */
  close(): void {
    this.flush();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #opened(place: Place): ReadingPlace {
    const { visit, stored } = this.#opening;
    const returnTo = stored?.return_to ?? [];
    this.#saved = visit ? stored : progressOf(place);
    return visit
      ? openedForVisit(place, stored ? placeOf(stored) : beginning, returnTo)
      : openedAt(place, returnTo);
  }

  #apply({ state, save }: Moved, place: Place, cause: MoveCause): void {
    if (state.returnTo !== this.#state?.returnTo) this.#returnToChanged = true;
    this.#state = state;
    if (cause === 'jump' || state.visit) this.#furthest = place.page;
    if (!save) return;
    this.#hasMoved = true;
    if (cause === 'turn') this.#creditPages(place.page);
    this.#saved = progressOf(place);
    this.#enqueue(this.#saved);
  }

  #enqueue({ current_page, total_pages, percentage, position }: ReadTo): void {
    this.#waiting = {
      current_page,
      total_pages,
      percentage,
      updated_at: this.#options.now().toISOString(),
      ...(position === undefined ? {} : { position }),
      ...(this.#options.device ? { device: this.#options.device } : {}),
      ...(this.#returnToChanged ? { return_to: [...(this.#state?.returnTo ?? [])] } : {}),
    };
    if (this.#timer === undefined) this.flush();
  }

  #creditPages(page: number): void {
    const increase = page - (this.#furthest ?? page);
    if (increase > maxTurn) this.#furthest = page;
    if (increase <= 0 || increase > maxTurn) return;
    this.#furthest = page;
    this.#options.credit(increase);
  }
}

function placeOf(stored: Progress): ReturnPlace {
  const page = Math.max(1, stored.current_page);
  return { page, position: stored.position ?? { page } };
}

function progressOf({ page, totalPages, percentage, locator }: Place): ReadTo {
  return { current_page: page, total_pages: totalPages, percentage, position: locator };
}
