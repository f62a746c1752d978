import type { HostNotify, SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';

/** A visible or past message. */
export interface Notice extends SnackbarMessage {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
}

type TimedNotice = Pick<Notice, 'id' | 'action'> & { duration?: number | null };

export interface Notify extends HostNotify {
  /** Visible messages, oldest first. */
  shown: Readable<readonly Notice[]>;
  /** Recent messages, newest first; kept until the page is closed. */
  history: Readable<readonly Notice[]>;
  dismiss(id: number): void;
  /** Pauses the timers while a message is hovered or focused, except of an offer that ends, such as Undo. */
  hold(): void;
  release(): void;
  clearHistory(): void;
}

/** Default duration of a message without an action, in milliseconds [LY-12]. */
const defaultDuration = 4_000;
const shownAtOnce = 3;
const historyLength = 20;

/** @param onShow called with each message, e.g. for a browser notification while the page is hidden */
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

  /** A message with an action stays, unless it has a duration. */
  function startClock({ id, action, duration = action ? null : defaultDuration }: TimedNotice) {
    clearTimeout(timers.get(id));
    if (duration !== null) timers.set(id, setTimeout(end, duration, id));
  }

  function end(id: number) {
    dismiss(id);
    // An offer that ends under the pointer: a removed element gets no event for leaving it.
    if (held) release();
  }

  function release() {
    held = false;
    for (const notice of shown.get()) if (!isOffer(notice)) startClock(notice);
  }

  return {
    shown,
    history,
    dismiss,
    show(message) {
      // A failure is shown once: the more detailed message replaces the other.
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
      history.set([notice, ...history.get()].slice(0, historyLength));
      if (!held || isOffer(notice)) startClock(notice);
      onShow?.(message);
    },
    hold() {
      held = true;
      for (const notice of shown.get()) if (!isOffer(notice)) clearTimeout(timers.get(notice.id));
    },
    release,
    clearHistory: () => history.set([]),
  };
}

/** An action that is offered for a time, such as Undo: afterwards it would do nothing, so the message must not stay. */
const isOffer = ({ action, duration }: Pick<TimedNotice, 'action' | 'duration'>): boolean =>
  action !== undefined && typeof duration === 'number';

/** 'Failed to create note: Storage quota exceeded' is more detailed than 'Storage quota exceeded'. */
const saysMore = (a: string, b: string): boolean => a !== b && a.endsWith(`: ${b}`);
