import { faultForStatus, ReaderFault } from '../engine/fault.ts';

/** What pdf.js could not do, in our words. */
export function faultOf(cause: unknown): ReaderFault {
  if (cause instanceof ReaderFault) return cause;
  const { name, status, message } = (cause ?? {}) as { name?: string; status?: number; message?: string };
  switch (name) {
    case 'PasswordException':
      return new ReaderFault('locked', 'the file is locked', { cause });
    case 'ResponseException':
      return faultForStatus(status ?? 0, 'pdf');
    case 'InvalidPDFException':
    case 'FormatError':
      return new ReaderFault('corrupt', message ?? 'not a PDF', { cause });
    default:
      return new ReaderFault(/fetch|network/i.test(message ?? '') ? 'network' : 'corrupt', message ?? 'pdf', {
        cause,
      });
  }
}
