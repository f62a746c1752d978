import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { singleFlight } from '../common/singleFlight.ts';
import type { Decide, Durability, QueuePorts } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';
import type { SyncStatus } from './syncStatus.ts';

/** The signed-in reader's waiting writes as this tab knows them, and the only way to change them. */
export class ActionCache {
  /** Oldest first. */
  readonly actions = createWritable<readonly StoredAction[]>([]);
  readonly #ports: Pick<QueuePorts, 'store' | 'user'>;
  readonly #status: SyncStatus;
  readonly #onChange: () => void;
  /** Raised by every change: a read that began before is outdated. */
  #version = 0;

  /** @param onChange called after each change that this tab has made */
  constructor(ports: Pick<QueuePorts, 'store' | 'user'>, status: SyncStatus, onChange: () => void) {
    this.#ports = ports;
    this.#status = status;
    this.#onChange = onChange;
  }

  get userId(): string | undefined {
    return this.#ports.user.get()?.id;
  }

  has(id: string): boolean {
    return this.actions.get().some((action) => action.id === id);
  }

  show(actions: readonly StoredAction[]): void {
    this.actions.set(actions);
    this.#status.update(actions);
  }

  /** Another reader has signed in: nothing of the previous one may be shown. */
  clear(): void {
    this.#version += 1;
    this.show([]);
  }

  /** Reads the stored writes. */
  async reload(): Promise<void> {
    const { userId } = this;
    const before = this.#version;
    const stored = userId === undefined ? [] : await this.#ports.store.all(userId);
    if (this.userId !== userId || this.#version !== before) return this.reload();
    this.show(stored);
  }

  /** Another tab has changed something. Changes during a reload are covered by one more reload. */
  readonly reloadOnce = singleFlight(() => this.reload().catch(() => {}));

  /** One step of the queue. Resolves once it is stored; see QueueStore.change. */
  async change(userId: string, decide: Decide, durability?: Durability): Promise<void> {
    let isDifferent = false;
    const after = await this.#ports.store.change(
      userId,
      (before) => {
        const next = decide(before);
        isDifferent = next.length !== before.length || next.some((action, index) => action !== before[index]);
        return next;
      },
      durability,
    );
    if (!isDifferent) return;
    this.#version += 1;
    // Another reader may have signed in while the database was busy.
    if (this.userId === userId) this.show(after);
    this.#onChange();
  }
}
