import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '@lectern/shared-contracts/domain/csv.ts';
import yauzl from 'yauzl';
import { AppError } from '../../../run/common/errors.ts';
import { isClippings, readClippings } from './formats/clippings.ts';
import { isKindleNotebook, readKindleNotebook } from './formats/kindleNotebook.ts';
import { isSqlite, readKobo } from './formats/kobo.ts';
import {
  isKoreaderExport,
  isKoreaderSettings,
  readKoreaderExport,
  readKoreaderSettings,
} from './formats/koreader.ts';
import { type MarkSet, markLimits } from './formats/mark.ts';
import { isMarkdown, readMarkdown } from './formats/markdown.ts';
import { isAnnotationSet, readAnnotations } from './formats/readAnnotations.ts';
import { isMarksTable, readTable } from './formats/table.ts';

/**
 * Reads highlights, notes and bookmarks from a file of any known program, told by its content, or from a zip of
 * several. A file may be compressed by gzip. For a helper process.
 * @throws AppError marks_unreadable, marks_too_many
 */
export async function readMarks(file: Uint8Array): Promise<MarkSet[]> {
  const bytes = decompressed(Buffer.from(file));
  const sets = isSqlite(bytes) ? readKobo(bytes) : setsIn(await textsIn(bytes));
  const marks = sets.reduce((sum, set) => sum + set.marks.length, 0);
  if (sets.length > markLimits.sets || marks > markLimits.marks) throw new AppError('marks_too_many');
  return sets;
}

function setsIn(texts: readonly string[]): MarkSet[] {
  const read = texts.map(readText).filter((sets) => sets !== null);
  if (read.length === 0) throw new AppError('marks_unreadable');
  return read.flat();
}

/** @returns null for a text of no known program */
function readText(text: string): MarkSet[] | null {
  if (/^\s*[{[]/.test(text)) {
    const json = parseJson(text);
    if (isAnnotationSet(json)) return [readAnnotations(json)];
    return isKoreaderExport(json) ? readKoreaderExport(json) : null;
  }
  if (isKoreaderSettings(text)) return readKoreaderSettings(text);
  if (isKindleNotebook(text)) return readKindleNotebook(text);
  if (isClippings(text)) return readClippings(text);
  if (isMarksTable(text)) return readTable(text);
  return isMarkdown(text) ? readMarkdown(text) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decompressed(file: Buffer): Buffer {
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file;
  try {
    return gunzipSync(file, { maxOutputLength: markLimits.textBytes });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw new AppError(isLarge ? 'marks_too_many' : 'marks_unreadable');
  }
}

const zipSignature = 'PK\x03\x04';
const textFile = /\.(?:annotations?|json|md|markdown|txt|html?|csv|lua)$/i;

/** The texts in a file. Zips within a zip are read, but none within those. */
async function textsIn(
  file: Buffer,
  budget = { bytes: markLimits.textBytes },
  isOuter = true,
): Promise<string[]> {
  if (file.subarray(0, 4).toString('latin1') !== zipSignature) {
    budget.bytes -= file.length;
    if (budget.bytes < 0) throw new AppError('marks_too_many');
    return [decodeText(Uint8Array.from(file).buffer).replace(/^\uFEFF/, '')];
  }
  const texts: string[] = [];
  try {
    const zip = await yauzl.fromBufferPromise(file);
    for await (const entry of zip.eachEntry()) {
      if (!textFile.test(entry.fileName) || /(?:^|\/)(?:\.|__MACOSX\/)/.test(entry.fileName)) continue;
      if (entry.uncompressedSize > budget.bytes) throw new AppError('marks_too_many');
      const bytes = await buffer(await zip.openReadStreamPromise(entry));
      const isZip = bytes.subarray(0, 4).toString('latin1') === zipSignature;
      if (!isZip || isOuter) texts.push(...(await textsIn(bytes, budget, false)));
      if (texts.length > markLimits.sets) throw new AppError('marks_too_many');
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('marks_unreadable');
  }
  if (texts.length === 0) throw new AppError('marks_unreadable');
  return texts;
}
