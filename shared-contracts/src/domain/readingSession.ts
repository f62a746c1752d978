/** A reading session in progress, as section 3 of the specification names its fields. Times are ISO 8601 strings. */
export interface ActiveSession {
  book: { id: string; title: string; author: string; cover_url: string | null };
  sessionId: string;
  startTime: string;
  pagesRead: number;
  notes: string;
  backendSessionId: string | null;
  isPaused: boolean;
  pausedAt: string | null;
  /** Seconds read before the clock was last started. */
  accumulatedTime: number;
  /** When the clock was last started; the start, or the last resume. */
  resumedAt: string | null;
  lastUpdated: string;
}

export interface FinishedSession extends ActiveSession {
  endTime: string;
  /** Whole minutes. */
  duration: number;
  totalSeconds: number;
}

export interface SessionStats {
  totalSessions: number;
  totalMinutes: number;
  totalPages: number;
  /** Days in a row. */
  streak: number;
  /** Minutes. */
  averageSessionLength: number;
}
