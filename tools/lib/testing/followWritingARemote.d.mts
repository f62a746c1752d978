/** @returns a folder to deploy to, with what is published here */
export function copyOfRemotes(): { folder: string; remove(): void };
/**
 * Does what docs/writing-a-remote.md says, in an empty folder outside of the repository.
 * @param how `url` of a running Lectern that takes its remotes from the folder `remotes`; `onDev` is called while the
 *   remote is laid over it, with what stands behind '?override='; `onWritten` when its files are those of the document
 * @returns what the commands said
 */
export function followWritingARemote(how: {
  url: string;
  remotes: string;
  onDev(override: string): Promise<void>;
  onWritten(): Promise<void>;
}): Promise<string>;
