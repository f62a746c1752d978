import { text } from '@lectern/shared-contracts/domain/text.ts';
import { AppError } from '../../run/common/errors.ts';

/** Resource limits for one file. They apply to actual sizes, not to what a file declares. */

const MiB = 1024 * 1024;

export const limits = {
  /** Entries of a zip. A real book with 20,000 chapters exists; 100,000 entries are an attack. */
  entries: 30_000,
  /** Bytes of one unpacked resource, which is held in memory. */
  entryBytes: 128 * MiB,
  /** Bytes of all unpacked resources. */
  unpackedBytes: 1024 * MiB,
  /** Unpacked bytes per byte of the file (deflate can reach 1,032), and an amount that is always allowed. */
  ratio: 100,
  ratioFloor: 64 * MiB,
  /** Bytes of one parsed document (chapter, style sheet, SVG), and of container, package, NCX. */
  documentBytes: 16 * MiB,
  packageBytes: 12 * MiB,
  /** UTF-16 units inserted for entities that a document declares. */
  entityText: 1_000_000,
  /** Items of a spine; the rest is left out. Each is a row. */
  spineItems: 30_000,
  /** Items of a chain of fallbacks that are tried. */
  fallbacks: 20,
  /** Nesting depth. Browsers flatten at 512, and real books stay below 100. */
  depth: 500,
  /** Clips of a media overlay: enough for a chapter spoken word by word. */
  overlayClips: 50_000,
  tocEntries: 20_000,
  tocDepth: 30,
  /** UTF-16 units of indexed text; anything beyond cannot be searched. */
  searchableText: 60_000_000,
  /** Bytes of text per byte of the file that do not count against the quota; prose compresses to about a third. */
  freeTextRatio: 8,
  /** Pixels of a picture decoded for a cover. */
  coverPixels: 64_000_000,
  /** Bytes of the decoded picture. */
  coverBytes: 256_000_000,
  pdfPages: 20_000,
  /** Imported highlights and notes of a PDF. */
  annotations: 2_000,
} as const;

/** Timeout in milliseconds for a file of this size. */
export const timeLimit = (bytes: number) => 60_000 + Math.ceil(bytes / MiB) * 1_000;

/**
 * Processor time in milliseconds after which reading the text of a PDF ends: a book whose last pages cannot be
 * searched, not none. A usual book of 1,000 pages takes some ten seconds.
 */
export const textLimitMs = 120_000;

/** Processor time of this process in milliseconds: waiting behind other processes costs a book no pages. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Timeout in milliseconds for a step, after which the file is read without it. Drawing a cover stops by itself after
 * half of it, unless it blocks the worker.
 */
export const stepLimitMs = 20_000;

/** After this many hanging steps, no text is read at all. */
export const maxSkippedSteps = 3;

/** Why a file is not opened, as its reader is told. Nothing of the file itself is quoted. */
const sentences = {
  outside: text('This EPUB isn’t safe to open, so we left it out: it names a file outside of itself.'),
  name: text(
    'This EPUB isn’t safe to open, so we left it out: the name of a file in it has a control character.',
  ),
  ambiguous: text(
    'This EPUB isn’t safe to open, so we left it out: files in it overlap or have the same name.',
  ),
  files: text('This EPUB isn’t safe to open, so we left it out: it has too many files.'),
  size: text(
    'This EPUB isn’t safe to open, so we left it out: it, or a file in it, is too large when unpacked.',
  ),
  entities: text(
    'This EPUB isn’t safe to open, so we left it out: it declares entities that could be used for an attack.',
  ),
  depth: text('This EPUB isn’t safe to open, so we left it out: its elements are nested too deeply.'),
  process: text(
    'This EPUB isn’t safe to open, so we left it out: reading it takes too much memory or ends unexpectedly.',
  ),
} as const;

export const unsafeEpub = (reason: keyof typeof sentences) => new AppError('epub_unsafe', sentences[reason]);
