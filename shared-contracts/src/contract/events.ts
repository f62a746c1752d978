/** The browser events of the product: CustomEvents on window, raised by the shell only. */
export interface LecternEvents {
  bookUpdated: {
    bookId: string;
    action: 'start_reading' | 'stop_reading' | 'changed' | 'added' | 'removed';
    status: string;
  };
  readingSessionCompleted: { session: unknown; duration: number; pages: number };
  pendingNotesSynced: { synced: number; failed: number };
  /** A queued write will not be tried again by itself; it waits for the reader. */
  syncActionFailed: { id: string; type: string; error: string };
}
export type LecternEventName = keyof LecternEvents;
