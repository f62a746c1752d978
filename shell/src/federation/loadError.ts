import type { FailureStage } from './failure.ts';

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
