/** Where on its way to the screen a page stopped. */
export type FailureStage =
  /** The list of remotes could not be read. */
  | 'registry'
  /** The remote was built for another contract, or does not say what it should: none of its code was loaded. */
  | 'gate'
  /** Its files did not come. */
  | 'entry'
  /** Its files came, and its code failed before it gave a component. */
  | 'init'
  /** What it gave is no component. */
  | 'page'
  /** It threw while it was shown. */
  | 'render';

export interface Failure {
  stage: FailureStage;
  /** For programs and reports: 'contract', 'not_published', 'RUNTIME-008', … */
  code: string;
  /** Name of the remote, or 'shell' for a page of our own. */
  remote: string;
  /** Of the remote, where one was chosen. */
  version?: string | undefined;
  cause: unknown;
}

/** One line for a report: nothing of the reader's in it. */
export function describeFailure({ stage, code, remote, version, cause }: Failure): string {
  const words =
    cause instanceof Error ? `${cause.name}: ${cause.message}` : cause === undefined ? '' : String(cause);
  return `${version ? `${remote}@${version}` : remote} ${stage} ${code} ${words}`.trim();
}

/** A file that did not come is told apart from code that failed: only the first is worth another try at once. */
export function stageOf(error: unknown): FailureStage {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (/ScriptExecutionError/.test(text)) return 'init';
  return /RUNTIME-00[138]|ChunkLoadError|Loading (?:CSS )?chunk|Failed to fetch|NetworkError/i.test(text)
    ? 'entry'
    : 'init';
}

/** For programs and reports: the federation runtime's own number, else the kind of error. */
export function codeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /RUNTIME-\d{3}/.exec(text)?.[0] ?? (error instanceof Error ? error.name : 'thrown');
}
