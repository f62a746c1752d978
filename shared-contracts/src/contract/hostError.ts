/** What went wrong with a call, with the text a person will read. Thrown by `api.call` and held in `Loadable`. */
export interface HostError extends Error {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** For programs: 'network', 'timeout', 'not_cached', 'storage', or the server's own code. */
  code: string;
  /** What the server says beside its sentence, by field; absent for most errors. */
  details?: readonly { field: string; message: string }[];
}

/** Whether a caught error is a HostError, as all parts of the Host throw that call the server or store something. */
export function isHostError(error: unknown): error is HostError {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    'code' in error &&
    typeof error.code === 'string'
  );
}

/** The text of a caught error: of a HostError, the one for the reader. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
