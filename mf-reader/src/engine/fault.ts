export type FaultCode = 'not_found' | 'network' | 'corrupt' | 'locked' | 'expired' | 'unsupported';

/** Why a book cannot be shown. `message` is for the log; what a person reads is chosen by `code`. */
export class ReaderFault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReaderFault';
    this.code = code;
  }
}

/** The fault for an answer of the server that was not the content. Status 0: no answer came. */
export function faultForStatus(status: number, what: string): ReaderFault {
  if (status === 0) return new ReaderFault('network', `${what}: no answer`);
  if (status === 401 || status === 403 || status === 410)
    return new ReaderFault('expired', `${what}: ${status}`);
  if (status === 404) return new ReaderFault('not_found', `${what}: 404`);
  return new ReaderFault(status >= 500 ? 'network' : 'corrupt', `${what}: ${status}`);
}
