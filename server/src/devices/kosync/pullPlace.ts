import type { SignedInUser } from '../../http/routing/route.ts';
import { storedPlace } from '../../library/books/savePlace.ts';
import type { Services } from '../../run/services/services.ts';
import { deviceProgressOf } from '../xpointer/bookPlaces.ts';
import { bookOfDocument, findSyncDocuments, recordSeenPlace, type SyncDocument } from './syncDocuments.ts';

/** A position as sent to a device. */
export interface PlaceForDevice {
  document: string;
  progress: string;
  /** 0..1 */
  percentage: number;
  device: string;
  device_id: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** Stands for all browsers: no KOReader device has this id. */
const ownDeviceId = 'lectern';

/** The current position in a document, from any device; null when unknown. */
export async function pullPlace(
  services: Services,
  user: SignedInUser,
  document: string,
): Promise<PlaceForDevice | null> {
  const { db } = services;
  const documents = await findSyncDocuments(db, user.id, document);
  const book = await bookOfDocument(db, user.id, document);
  const place = book && (await storedPlace(db, user.id, book.id));
  if (book === undefined || place === undefined) {
    const furthest = documents.toSorted((a, b) => b.percentage - a.percentage)[0];
    return furthest ? asReported(furthest) : null;
  }
  const reported = documents.find(
    ({ place_at, updated_at }) =>
      place_at === place.updated_at || (place_at === null && updated_at > place.updated_at),
  );
  await recordSeenPlace(db, user, book.id, {
    seen_place_at: place.updated_at,
    pulled_at: services.now().toISOString(),
  });
  if (reported) return asReported(reported);
  const position = place.position === null ? null : JSON.parse(place.position);
  const progress = await deviceProgressOf(
    services,
    book,
    { current_page: place.current_page, position },
    documents[0]?.progress ?? null,
  );
  if (progress === null) return documents[0] ? asReported(documents[0]) : null;
  return {
    document,
    progress,
    percentage: Math.round(place.percentage * 100) / 10_000,
    device: place.device ?? 'Lectern',
    device_id: ownDeviceId,
    timestamp: seconds(place.updated_at),
  };
}

function asReported({
  document,
  progress,
  percentage,
  device,
  device_id,
  updated_at,
}: SyncDocument): PlaceForDevice {
  return { document, progress, percentage, device, device_id, timestamp: seconds(updated_at) };
}

const seconds = (moment: string) => Math.floor(Date.parse(moment) / 1_000);
