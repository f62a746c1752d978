import type { ReturnPlace } from '@lectern/shared-contracts/api/locator.ts';
import type { MoveCause, Place } from '../../engine/renderer.ts';

/**
 * The reading place, and visits to other places: docs/decisions.md. A search hit, a
 * citation, a link, the contents, a bookmark or the slider opens a visit, during which the reading place does not
 * change until the user reads on there.
 */
export interface ReadingPlace {
  reading: ReturnPlace;
  visit: Visit | null;
  /** Former reading places, left by reading on elsewhere, oldest first; stored with the progress. */
  returnTo: readonly ReturnPlace[];
}

export interface Visit {
  /** Its first page: the one that was jumped to, or a lower one that was turned back to. */
  page: number;
  dismissed: boolean;
  /** Places of this visit that links were followed from, oldest first; not stored. */
  trail: readonly ReturnPlace[];
}

export interface Moved {
  state: ReadingPlace;
  /** Whether the reading place has changed and has to be saved. */
  save: boolean;
}

const maxReturnPlaces = 20;

/** State of a book opened at its reading place. */
export function openedAt(place: Place, returnTo: readonly ReturnPlace[]): ReadingPlace {
  return { reading: returnPlaceOf(place), visit: null, returnTo };
}

/** State of a book opened for a visit; `reading` is its reading place. */
export function openedForVisit(
  place: Place,
  reading: ReturnPlace,
  returnTo: readonly ReturnPlace[],
): ReadingPlace {
  const here = isSamePlace(returnPlaceOf(place), reading);
  return { reading, visit: here ? null : visitOf(place), returnTo };
}

/**
 * @param isReturning by “Back to page N”
 * @param linkFrom the place of the link that the jump followed; null for another jump
 */
export function afterMove(
  state: ReadingPlace,
  place: Place,
  cause: MoveCause,
  isReturning: boolean,
  linkFrom: Place | null,
): Moved {
  if (cause === 'layout') return { state, save: false };
  if (isReturning) return afterReturn(state, place);
  return cause === 'jump' ? afterJump(state, place, linkFrom) : afterTurn(state, place);
}

/** The position that “Back to page N” returns to; null for none, or when it is on the screen. */
export function backFrom(state: ReadingPlace, place: Place): ReturnPlace | null {
  if (state.visit?.dismissed) return null;
  const back = state.visit ? (state.visit.trail.at(-1) ?? state.reading) : state.returnTo.at(-1);
  return back === undefined || isSamePlace(back, returnPlaceOf(place)) ? null : back;
}

/** Dismisses “Back to page N” and forgets its positions. */
export function dismissed(state: ReadingPlace): Moved {
  const visit = state.visit && { ...state.visit, dismissed: true, trail: [] };
  return { state: { ...state, visit, returnTo: [] }, save: state.returnTo.length > 0 };
}

function afterJump(state: ReadingPlace, place: Place, linkFrom: Place | null): Moved {
  const visit = isSamePlace(returnPlaceOf(place), state.reading)
    ? null
    : visitOf(place, linkFrom ? trailAfter(state.visit, linkFrom, place) : []);
  return { state: { ...state, visit }, save: false };
}

/** A chain of links is retraced link by link; other jumps lead back to the reading place at once. */
function trailAfter(visit: Visit | null, linkFrom: Place, place: Place): readonly ReturnPlace[] {
  if (visit === null || isSamePlace(returnPlaceOf(linkFrom), returnPlaceOf(place))) return visit?.trail ?? [];
  return [...visit.trail, returnPlaceOf(linkFrom)].slice(-maxReturnPlaces);
}

function afterTurn(state: ReadingPlace, place: Place): Moved {
  const { visit } = state;
  if (visit === null) return { state: { ...state, reading: returnPlaceOf(place) }, save: true };
  if (place.page <= visit.page)
    return { state: { ...state, visit: { ...visit, page: place.page } }, save: false };
  const leftPlaces = visit.dismissed ? [] : [state.reading];
  const returnTo = [...state.returnTo, ...leftPlaces].slice(-maxReturnPlaces);
  return { state: { reading: returnPlaceOf(place), visit: null, returnTo }, save: true };
}

function afterReturn(state: ReadingPlace, place: Place): Moved {
  if (state.visit) {
    const { trail } = state.visit;
    const visit = trail.length > 0 ? visitOf(place, trail.slice(0, -1)) : null;
    return { state: { ...state, visit }, save: false };
  }
  return {
    state: { reading: returnPlaceOf(place), visit: null, returnTo: state.returnTo.slice(0, -1) },
    save: true,
  };
}

function visitOf({ page }: Place, trail: readonly ReturnPlace[] = []): Visit {
  return { page, dismissed: false, trail };
}

function returnPlaceOf({ page, locator }: Place): ReturnPlace {
  return { page, position: locator };
}

/** Less than a screen: several can be on one position of 1,024 characters, or on one page of a PDF. */
const sameFraction = { chapter: 0.0001, pdfPage: 0.02 };

function isSamePlace(one: ReturnPlace, other: ReturnPlace): boolean {
  if (one.page !== other.page) return false;
  const [a, b] = [one.position, other.position];
  if (!a || !b || a.spine_index !== b.spine_index) return true;
  const isPdf = a.spine_index === undefined;
  // At the top of a page of a PDF it is left out.
  const [from, to] = isPdf ? [a.fraction ?? 0, b.fraction ?? 0] : [a.fraction, b.fraction];
  if (from === undefined || to === undefined) return true;
  return Math.abs(from - to) < (isPdf ? sameFraction.pdfPage : sameFraction.chapter);
}
