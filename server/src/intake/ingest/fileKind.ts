import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../run/common/errors.ts';

/** What the first bytes of a file say: 'zip' and 'other' are read further in the helper process. */
export type FileKind = 'epub' | 'pdf' | 'zip' | 'other';

/**
 * Detects the kind of a file by content, not by name. A zip whose first file is named `mimetype` is an EPUB, which is
 * checked later.
 * @throws AppError empty_file, unsupported_file
 */
export async function sniffFormat(path: string): Promise<FileKind> {
  const file = await open(path, 'r');
  try {
    return kindOf(await firstBytes(file, 1024));
  } finally {
    await file.close();
  }
}

/**
 * @param start the first bytes of a file
 * @throws AppError empty_file, unsupported_file
 */
export function kindOf(start: Buffer): FileKind {
  const head = start.subarray(0, 1024);
  if (head.length === 0) throw new AppError('empty_file');
  if (head.length < 4) throw new AppError('unsupported_file');
  if (head.subarray(0, 4).equals(zipSignature))
    return head.toString('latin1', 30, 38) === 'mimetype' ? 'epub' : 'zip';
  // PDF viewers accept up to a kilobyte before the header, unless it is the header of another format.
  const at = head.indexOf('%PDF-');
  return at === 0 || (at > 0 && !looksLikeMarkupOrProgram(head)) ? 'pdf' : 'other';
}

const zipSignature = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

export async function firstBytes(file: FileHandle, count: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
  return buffer.subarray(0, bytesRead);
}

function looksLikeMarkupOrProgram(head: Buffer): boolean {
  const start = head.toString('latin1').trimStart();
  return /^(<|#!|MZ|\x7fELF|PK|GIF8|\xff\xd8\xff|\x89PNG|\{\\rtf)/i.test(start);
}
