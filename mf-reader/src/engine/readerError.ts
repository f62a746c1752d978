export type ReaderErrorCode = 'not_found' | 'network' | 'corrupt' | 'locked' | 'expired' | 'unsupported';

/** A book cannot be shown. `message` is for the log; the displayed text is chosen by `code`. */
export class ReaderError extends Error {
  readonly code: ReaderErrorCode;

  constructor(code: ReaderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReaderError';
    this.code = code;
  }
}

/** Any error as a ReaderError; one of another kind means that the book is damaged. */
export const asReaderError = (cause: unknown): ReaderError =>
  cause instanceof ReaderError ? cause : new ReaderError('corrupt', String(cause), { cause });

/** The error for a failed response. Status 0: no response. */
export function readerErrorForStatus(status: number, what: string): ReaderError {
  if (status === 0) return new ReaderError('network', `${what}: no answer`);
  if (status === 401 || status === 403 || status === 410)
    return new ReaderError('expired', `${what}: ${status}`);
  if (status === 404) return new ReaderError('not_found', `${what}: 404`);
  return new ReaderError(status >= 500 ? 'network' : 'corrupt', `${what}: ${status}`);
}
