import type { MobiHeader } from './mobiHeader.ts';
import type { PalmFile } from './PalmFile.ts';
import type { MobiResources } from './resources.ts';

/** A book within a Palm database, which may hold it twice: for old devices, and as KF8. */
export interface MobiBook {
  file: PalmFile;
  header: MobiHeader;
  /** Number of the record with the header. */
  start: number;
  resources: MobiResources;
}
