import type { RemoteDescription, RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';

/** A folder of published remotes of one’s own, as those of the build are, to deploy into and roll back; for a test. */
export interface Published {
  folder: string;
  registry(): Promise<RemoteRegistry>;
  /** @param build folder of its files @param share of the readers; everybody when not given */
  deploy(description: RemoteDescription, build: string, share?: number): Promise<void>;
  /** The same build once more, as a version of its own. @returns that version's name */
  deployAgain(name: string, build: string, version: string): Promise<string>;
  promote(name: string): Promise<RemoteRegistry>;
  rollback(name: string): Promise<RemoteRegistry>;
  remove(): void;
}

export function copyOfPublished(): Published;
