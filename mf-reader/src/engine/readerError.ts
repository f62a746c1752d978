export type ReaderErrorCode = 'not_found' | 'network' | 'corrupt' | 'locked' | 'expired' | 'unsupported';

/** Why a book cannot be shown. `message` is for the log; what a person reads is chosen by `code`. */
export class ReaderError extends Error {
  readonly code: ReaderErrorCode;

  constructor(code: ReaderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReaderFault';
    this.code = code;
  }
}

/** The fault for an answer of the server that was not the content. Status 0: no answer came. */
export function readerErrorForStatus(status: number, what: string): ReaderError {
  if (status === 0) return new ReaderError('network', `${what}: no answer`);
  if (status === 401 || status === 403 || status === 410)
    return new ReaderError('expired', `${what}: ${status}`);
  if (status === 404) return new ReaderError('not_found', `${what}: 404`);
  return new ReaderError(status >= 500 ? 'network' : 'corrupt', `${what}: ${status}`);
}
