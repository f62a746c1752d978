import { inflateSync } from 'node:zlib';
import { limits } from '../../limits.ts';
import type { PublicationResource } from '../publication/publication.ts';
import { numberAt, type PalmFile } from './PalmFile.ts';

/** Pictures and fonts of a book, by the number by which its text names them, from 1. */
export class MobiResources {
  readonly #file: PalmFile;
  readonly #first: number | null;
  readonly #known = new Map<number, PublicationResource | null>();

  constructor(file: PalmFile, first: number | null) {
    this.#file = file;
    this.#first = first;
  }

  /** The path of a resource; null when there is none that can be shown. */
  pathOf(number: number): string | null {
    if (!this.#known.has(number)) this.#known.set(number, this.#find(number));
    return this.#known.get(number)?.path ?? null;
  }

  /** What was asked for. */
  all(): PublicationResource[] {
    return [...this.#known.values()].filter((resource) => resource !== null);
  }

  #find(number: number): PublicationResource | null {
    const index = this.#first === null ? -1 : this.#first + number - 1;
    if (!Number.isInteger(number) || number < 1 || index >= this.#file.recordCount || index < 0) return null;
    const bytes = this.#file.record(index);
    if (bytes.toString('latin1', 0, 4) === 'FONT') return fontResource(bytes, number);
    const extension = extensionOfBytes(bytes);
    return extension === null ? null : { path: `resource-${number}.${extension}`, read: () => bytes };
  }
}

function extensionOfBytes(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('\x89PNG')) return 'png';
  if (head.startsWith('GIF8')) return 'gif';
  if (head.startsWith('BM')) return 'bmp';
  if (/^RIFF....WEBP/s.test(head)) return 'webp';
  return null;
}

/** A font is packed, and its beginning combined with a key that is in the same record. */
function fontResource(bytes: Buffer, number: number): PublicationResource | null {
  const font = fontIn(bytes);
  if (font === null) return null;
  const head = font.toString('latin1', 0, 4);
  const extension = head === 'OTTO' ? 'otf' : head === 'wOFF' ? 'woff' : head === 'wOF2' ? 'woff2' : 'ttf';
  return { path: `resource-${number}.${extension}`, read: () => font };
}

function fontIn(bytes: Buffer): Buffer | null {
  const [flags, dataStart, keyLength, keyStart] = [8, 12, 16, 20].map((at) => numberAt(bytes, at) ?? 0) as [
    number,
    number,
    number,
    number,
  ];
  const data = Buffer.from(bytes.subarray(dataStart));
  if (flags & 2) {
    const key = bytes.subarray(keyStart, keyStart + Math.min(keyLength, 1_024));
    const end = Math.min(data.length, key.length === 16 ? 1_024 : 1_040);
    for (let i = 0; i < end && key.length > 0; i++)
      data[i] = (data[i] as number) ^ (key[i % key.length] as number);
  }
  if ((flags & 1) === 0) return data;
  try {
    return inflateSync(data, { maxOutputLength: limits.documentBytes });
  } catch {
    return null;
  }
}
