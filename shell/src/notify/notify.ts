import type { HostNotify, SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';

/** A message on screen, or one that was. */
export interface Notice extends SnackbarMessage {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
}

type TimedNotice = Pick<Notice, 'id' | 'action'> & { duration?: number | null };

export interface Notify extends HostNotify {
  /** On screen now, oldest first. */
  shown: Readable<readonly Notice[]>;
  /** The last ones, newest first; kept while the page lives. */
  history: Readable<readonly Notice[]>;
  dismiss(id: number): void;
  /** While somebody points at or is in a message, none of them hides. */
  hold(): void;
  release(): void;
  clearHistory(): void;
}

/** Milliseconds a message without an action stays when it does not say [LY-12]. */
const defaultDuration = 4_000;
const shownAtOnce = 3;
const kept = 20;

/** @param onShow told of each message: a browser notification where the page is not seen. */
export function createNotify(onShow?: (message: SnackbarMessage) => void): Notify {
  const shown = createWritable<readonly Notice[]>([]);
  const history = createWritable<readonly Notice[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let held = false;
  let nextId = 1;

  function dismiss(id: number) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    shown.set(shown.get().filter((notice) => notice.id !== id));
  }

  /** One with an action waits for the reader, unless it names the time for which that can be done. */
  function startClock({ id, action, duration = action ? null : defaultDuration }: TimedNotice) {
    clearTimeout(timers.get(id));
    if (duration !== null) timers.set(id, setTimeout(dismiss, duration, id));
  }

  return {
    shown,
    history,
    dismiss,
    show(message) {
      // One failure is told once: the message that says more of it takes the other's place.
      if (shown.get().some((notice) => saysMore(notice.message, message.message))) return;
      const repeated = shown
        .get()
        .find(
          (notice) =>
            (notice.message === message.message && notice.tone === message.tone) ||
            saysMore(message.message, notice.message),
        );
      if (repeated) dismiss(repeated.id);
      const notice: Notice = { ...message, id: nextId++, at: Date.now() };
      for (const old of shown.get().slice(0, -(shownAtOnce - 1))) dismiss(old.id);
      shown.set([...shown.get(), notice]);
      history.set([notice, ...history.get()].slice(0, kept));
      if (!held) startClock(notice);
      onShow?.(message);
    },
    hold() {
      held = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
    release() {
      held = false;
      for (const notice of shown.get()) startClock(notice);
    },
    clearHistory: () => history.set([]),
  };
}

/** 'Failed to create note: Storage quota exceeded' says more than 'Storage quota exceeded'. */
const saysMore = (one: string, other: string): boolean => one !== other && one.endsWith(`: ${other}`);
