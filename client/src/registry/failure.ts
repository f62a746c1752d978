/** The stage of loading at which a page failed. */
export type FailureStage =
  /** The list of remotes could not be read. */
  | 'registry'
  /** The remote was built for another contract, or its description is invalid: no code was loaded. */
  | 'gate'
  /** Its files could not be loaded. */
  | 'entry'
  /** Its code threw before it exported a component. */
  | 'init'
  /** Its export is not a component. */
  | 'page'
  /** It threw while rendering. */
  | 'render';

export interface Failure {
  stage: FailureStage;
  /** For programs and reports: 'contract', 'not_published', 'RUNTIME-008', … */
  code: string;
  /** Name of the remote, or 'shell'. */
  remote: string;
  /** Version of the remote, if one was chosen. */
  version?: string | undefined;
  /** Number of the load in its page, by which the developer's view lists it. */
  load?: number | undefined;
  cause: unknown;
}

/** One line for a report, without data of the reader. */
export function describeFailure({ stage, code, remote, version, load, cause }: Failure): string {
  const words =
    cause instanceof Error ? `${cause.name}: ${cause.message}` : cause === undefined ? '' : String(cause);
  const id = load === undefined ? '' : `load ${load} `;
  return `${version ? `${remote}@${version}` : remote} ${stage} ${code} ${id}${words}`.trim();
}

/** Distinguishes a file that could not be loaded from code that threw: only the former is worth an immediate retry. */
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
