import { ReaderError, readerErrorForStatus } from '../../engine/readerError.ts';

/** Maps an error of pdf.js to a ReaderError. */
export function pdfError(cause: unknown): ReaderError {
  if (cause instanceof ReaderError) return cause;
  const { name, status, message } = (cause ?? {}) as { name?: string; status?: number; message?: string };
  switch (name) {
    case 'PasswordException':
      return new ReaderError('locked', 'the file is locked', { cause });
    case 'ResponseException':
      return readerErrorForStatus(status ?? 0, 'pdf');
    case 'InvalidPDFException':
    case 'FormatError':
      return new ReaderError('corrupt', message ?? 'not a PDF', { cause });
    default:
      return new ReaderError(/fetch|network/i.test(message ?? '') ? 'network' : 'corrupt', message ?? 'pdf', {
        cause,
      });
  }
}
