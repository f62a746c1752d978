/** Looks at the folders of readers, and takes their files in as uploads (intake/folders). */
export interface Folders {
  /** Looks at all folders from now on. */
  start(): void;
  /** Looks once at a folder, and waits until all that it takes in are books. */
  look(folderId: string): Promise<void>;
  stop(): Promise<void>;
}
