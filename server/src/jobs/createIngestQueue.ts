import type { Services } from '../services.ts';
import type { IngestQueue } from './ingestQueue.ts';

/** What the queue needs of the services; `onBookAdded` is looked up at each book, so it may be set later. */
export type IngestServices = Pick<Services, 'config' | 'db' | 'blobs' | 'now' | 'onBookAdded'>;

/** Takes up what an earlier process left behind, then waits for uploads. */
export async function createIngestQueue(services: IngestServices): Promise<IngestQueue> {
  throw new Error(`not there yet for ${services.config.dataDir}`);
}
