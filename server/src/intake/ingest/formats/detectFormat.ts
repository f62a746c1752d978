import type { SourceFormat } from '@lectern/shared-contracts/api/bookParts.ts';
import { AppError } from '../../../run/common/errors.ts';
import type { Archive } from '../epub/container/archive.ts';
import { extensionOf } from '../epub/container/paths.ts';
import { isPictureName } from './comic/pictureNames.ts';

/** Extensions of files that are text; what they hold says which kind. */
const textNames: Readonly<Record<string, SourceFormat>> = {
  txt: 'txt',
  text: 'txt',
  md: 'md',
  markdown: 'md',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
};

/**
 * The format of a zip that is no EPUB.
 * @throws AppError unsupported_file
 */
export function formatOfZip(archive: Archive): SourceFormat {
  const { names } = archive;
  if (archive.has('[Content_Types].xml') && names.some((name) => name.startsWith('word/'))) return 'docx';
  const files = names.filter((name) => !/(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/i.test(name));
  if (files.some((name) => extensionOf(name) === 'fb2')) return 'fb2';
  const pictures = files.filter(isPictureName).length;
  // Comics come with a file or two about them, or about who scanned them.
  if (pictures > 0 && pictures >= files.length / 2) return 'cbz';
  throw new AppError('unsupported_file');
}

/** Bytes at the start of a file that say what it is. */
export const headBytes = 4_096;

/**
 * The format of any other file: by its first bytes; of a text by its name and markup.
 * @param head at least the first kilobyte, or the whole file
 * @throws AppError unsupported_file; book_protected for files that only the apps of a shop open
 */
export function formatOfBytes(head: Buffer, fileName: string): SourceFormat {
  const start = head.toString('latin1', 0, 1024);
  if (start.startsWith('Rar!\x1a\x07')) return 'cbr';
  if (start.startsWith('7z\xbc\xaf\x27\x1c')) return 'cb7';
  if (/^(BOOKMOBI|TEXtREAd)/.test(start.slice(60))) return 'mobi';
  if (ofShops.some((mark) => start.startsWith(mark)) || /<fulfillmentToken[\s>]/.test(start))
    throw new AppError('book_protected');
  const text = textOf(head);
  if (/<(\w+:)?FictionBook[\s>]/.test(text)) return 'fb2';
  const named = textNames[extensionOf(fileName)];
  if (named === undefined || isOtherKind(start) || hasNoText(head)) throw new AppError('unsupported_file');
  const isMarkup = /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html)[\s>]/i.test(text);
  return isMarkup ? 'html' : named;
}

/** Topaz and KFX of Amazon. Adobe's ticket is XML. */
const ofShops = ['TPZ', 'CONT\x02', '\xeaDRMION\xee'];

/** The start of a file in UTF-8 or, by its mark, in UTF-16. */
function textOf(head: Buffer): string {
  const isWide = head[0] === 0xff && head[1] === 0xfe;
  const isBigWide = head[0] === 0xfe && head[1] === 0xff;
  return new TextDecoder(isWide ? 'utf-16le' : isBigWide ? 'utf-16be' : 'utf-8').decode(head);
}

/** Whether a file is of another kind than its name says: a program, a script or a picture. */
const isOtherKind = (start: string) =>
  /^(#!|MZ|\x7fELF|%PDF|%!PS|PK|GIF8|\xff\xd8\xff|\x89PNG|\{\\rtf)/.test(start);

/** Bytes that no text has, unless it is UTF-16 with its mark. */
function hasNoText(head: Buffer): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return false;
  return head.some(
    (byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 26,
  );
}
