import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';

/** What the processes at work on one library tell each other. */
export type EventMessage =
  /** These revisions of a reader were raised, by a transaction that is committed. */
  | { kind: 'changed'; userId: string; revisions: Partial<Revisions> }
  /** Somewhere a sign-in has ended. */
  | { kind: 'signed out' };

/** Carries messages to the other processes of a library. */
export interface EventChannel {
  /** Whether what other processes say is heard now. */
  readonly isOpen: boolean;
  /** Sends a message; one that cannot be sent is lost. */
  publish(message: EventMessage): void;
  /** Makes sure that the connection is alive; ends it when it is not. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Is told what other processes say, and when nothing can be heard any more. */
export interface EventListener {
  onMessage(message: EventMessage): void;
  onClosed(): void;
}

export type OpenEventChannel = (listener: EventListener) => EventChannel;

/** Where there are no other processes: SQLite. */
export const noOtherProcesses: OpenEventChannel = () => ({
  isOpen: true,
  publish: () => {},
  check: async () => {},
  close: async () => {},
});
