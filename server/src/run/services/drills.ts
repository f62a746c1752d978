import type { LastDrill } from '@lectern/shared-contracts/api/drill.ts';

/** Test restores of the last backup, each in a process of its own at a low priority (store/backup/drill). */
export interface Drills {
  /**
   * Begins one.
   * @throws AppError conflict when one is under way, or there are no nightly backups
   */
  start(): Promise<LastDrill>;
  /** Begins one when the last was a week ago, or failed. Call it after a backup. */
  startWhenDue(): Promise<void>;
  /** Ends the process of one under way. */
  stop(): Promise<void>;
}
