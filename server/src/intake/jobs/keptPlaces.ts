import { furtherFiles } from '../../library/books/bookFiles.ts';
import { type KeptPlaces, stateOf } from '../../library/books/placeState.ts';
import type { Db } from '../../store/db.ts';
import { placesIn, type StoredPlace } from './quotesToFind.ts';

/** Where a place was in a file that is read again; null when it was not there, or was moved since. */
export const keptPlace = (kept: KeptPlaces, place: StoredPlace): KeptPlaces[string]['was'] | null => {
  const known = Object.hasOwn(kept, place.key) ? kept[place.key] : undefined;
  return known?.now === stateOf(place) ? known.was : null;
};

export type PlacesByKey = ReadonlyMap<string, StoredPlace>;

export const placesByKey = async (db: Db, bookId: string): Promise<PlacesByKey> =>
  new Map((await placesIn(db, bookId)).map((place) => [place.key, place]));

/** Where all places were in a file that is left. */
export function placesLeft(before: PlacesByKey, after: PlacesByKey): KeptPlaces {
  const left: Record<string, KeptPlaces[string]> = {};
  for (const [key, { position, page, percentage }] of before) {
    const now = after.get(key);
    if (now) left[key] = { was: { position, page, percentage }, now: stateOf(now) };
  }
  return left;
}

/** The places that a file keeps, after the same places have moved in the file that is read. */
export function followed(kept: KeptPlaces, before: PlacesByKey, after: PlacesByKey): KeptPlaces {
  return Object.fromEntries(
    Object.entries(kept).map(([key, place]) => {
      const [old, now] = [before.get(key), after.get(key)];
      return [key, old && now && place.now === stateOf(old) ? { ...place, now: stateOf(now) } : place];
    }),
  );
}

/** Lets all further files of a book keep their places, after the places have moved in the file that is read. */
export async function followPlaces(
  db: Db,
  bookId: string,
  before: PlacesByKey,
  after: PlacesByKey,
): Promise<void> {
  for (const file of await furtherFiles(db, bookId)) {
    const places = JSON.stringify(followed(JSON.parse(file.places) as KeptPlaces, before, after));
    if (places === file.places) continue;
    const change = { places, extra_bytes: Buffer.byteLength(places) };
    await db.updateTable('book_files').set(change).where('id', '=', file.id).execute();
  }
}
