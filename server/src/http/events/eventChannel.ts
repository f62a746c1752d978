import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';

/** Messages between the processes of one library. */
export type EventMessage =
  /** Revisions of a user were raised by a committed transaction. */
  | { kind: 'changed'; userId: string; revisions: Partial<Revisions> }
  /** A session has ended. */
  | { kind: 'signed out' };

/** Sends messages to the other processes of a library. */
export interface EventChannel {
  /** Whether messages of other processes are being received. */
  readonly isOpen: boolean;
  /** Sends a message, at most once: it is lost when it cannot be sent. */
  publish(message: EventMessage): void;
  /** Checks the connection and closes it when it is dead. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Receives messages of other processes, and is called when the channel closes. */
export interface EventListener {
  onMessage(message: EventMessage): void;
  onClosed(): void;
}

export type OpenEventChannel = (listener: EventListener) => EventChannel;

/** The channel of a single process (SQLite). */
export const noOtherProcesses: OpenEventChannel = () => ({
  isOpen: true,
  publish: () => {},
  check: async () => {},
  close: async () => {},
});
