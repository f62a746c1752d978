import type { MediaOverlay, OverlayClip } from '@lectern/shared-contracts/api/bookParts.ts';
import type { Element } from 'domhandler';
import { AppError } from '../../../../run/common/errors.ts';
import { limits } from '../../limits.ts';
import type { Archive } from '../container/archive.ts';
import { encodePath, resolveReference } from '../container/paths.ts';
import { attribute, childElements, findElement, parseXml, wordsOf } from '../xml/xml.ts';
import type { BookFile, BookFiles } from './bookFiles.ts';
import { metaValue, type PackageDocument } from './packageDocument.ts';

/** The audio of a page. */
export interface PageOverlay {
  /** Null when there is none, or nothing usable in it. */
  overlay: MediaOverlay | null;
  /** Clips that were dropped or are spoken by the browser's voice; an unreadable file counts as one. */
  brokenClips: number;
}

const none: PageOverlay = { overlay: null, brokenClips: 0 };

/** The clips of a SMIL document, in order, by file, and the number of clips without a file. */
interface SmilClips {
  byFile: ReadonlyMap<string, { clips: OverlayClip[]; broken: number }>;
  astray: number;
}

/**
 * Reads media overlays. Clips with broken targets are dropped; clips with missing or invalid audio are left to the
 * browser's voice. Each SMIL document is read once, even when it is used for many pages.
 */
export class OverlayReader {
  readonly #archive: Archive;
  readonly #source: PackageDocument;
  readonly #files: BookFiles;
  #last: { name: string; smil: SmilClips | null } | null = null;
  readonly #known = new Map<string, PageOverlay>();

  constructor(archive: Archive, source: PackageDocument, files: BookFiles) {
    this.#archive = archive;
    this.#source = source;
    this.#files = files;
  }

  /** The media overlay of a spine item. */
  of({ idref, file }: { idref: string; file: BookFile }): PageOverlay {
    const item = this.#source.manifest.get(this.#source.manifest.get(idref)?.overlay ?? '');
    const name = item?.path ? this.#archive.find(item.path) : null;
    if (name === null) return none;
    const key = `${name}\n${file.name}`;
    const overlay = this.#known.get(key) ?? this.#read(name, file);
    this.#known.set(key, overlay);
    return overlay;
  }

  #read(name: string, file: BookFile): PageOverlay {
    if (this.#last?.name !== name) this.#last = { name, smil: readSmil(this.#archive, this.#files, name) };
    const { smil } = this.#last;
    if (smil === null) return { overlay: null, brokenClips: 1 };
    const entry = smil.byFile.get(file.name);
    const brokenClips = smil.astray + (entry?.broken ?? 0);
    if (!entry || entry.clips.length === 0) return { overlay: null, brokenClips };
    const { metadata } = this.#source;
    const overlay = {
      active_class: className(metaValue(metadata, 'media:active-class')),
      playback_class: className(metaValue(metadata, 'media:playback-active-class')),
      clips: entry.clips,
    };
    return { overlay, brokenClips };
  }
}

/** Null when the document cannot be read: its chapters still can be. */
function readSmil(archive: Archive, files: BookFiles, name: string): SmilClips | null {
  try {
    const body = findElement(parseXml(archive.read(name, limits.packageBytes)), 'body');
    return clipsIn(body, name, files);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function clipsIn(body: Element | null, from: string, files: BookFiles): SmilClips {
  const byFile = new Map<string, { clips: OverlayClip[]; broken: number }>();
  let [astray, count] = [0, 0];
  /** Clips inside each escapable structure, by file. */
  const inside = new Map<Element, Map<string, number[]>>();
  for (const { par, structures } of body ? parsIn(body) : []) {
    if (count++ >= limits.overlayClips) break;
    const read = readClip(par, from, files);
    if (read === null) {
      astray++;
      continue;
    }
    const { file, clip } = read;
    const held = byFile.get(file) ?? { clips: [], broken: 0 };
    byFile.set(file, held);
    if (clip.audio === null && childElements(par, 'audio').length > 0) held.broken++;
    const kinds = [par, ...structures].flatMap((element) => wordsOf(attribute(element, 'type')));
    const skip = kinds.find((kind) => skippable.has(kind));
    if (skip) clip.skip = skip;
    held.clips.push(clip);
    // The outermost structure: a table rather than its row.
    const structure = structures.findLast((element) =>
      wordsOf(attribute(element, 'type')).some((kind) => escapable.has(kind)),
    );
    if (!structure) continue;
    const places = inside.get(structure) ?? new Map<string, number[]>();
    inside.set(structure, places);
    const inFile = places.get(file) ?? [];
    places.set(file, inFile);
    inFile.push(held.clips.length - 1);
  }
  for (const places of inside.values())
    for (const [file, held] of places)
      for (const place of held)
        (byFile.get(file)?.clips[place] as OverlayClip).leave = (held.at(-1) ?? 0) + 1;
  return { byFile, astray };
}

/** Structures that users may skip. https://www.w3.org/TR/epub-33/#sec-skippability */
const skippable = new Set(['footnote', 'endnote', 'rearnote', 'sidebar', 'pagebreak', 'note', 'annotation']);
/** Structures that users may leave. https://www.w3.org/TR/epub-33/#sec-escapability */
const escapable = new Set([
  'table',
  'table-row',
  'table-cell',
  'list',
  'list-item',
  'figure',
  'sidebar',
  'aside',
]);

/** All <par> elements in order, with their ancestors, innermost first. */
function* parsIn(
  parent: Element,
  structures: readonly Element[] = [],
): Generator<{ par: Element; structures: readonly Element[] }> {
  for (const child of childElements(parent)) {
    const name = child.name.slice(child.name.indexOf(':') + 1);
    if (name === 'par') yield { par: child, structures };
    else if (name === 'seq') yield* parsIn(child, [child, ...structures]);
  }
}

/** @returns a clip with the file it belongs to; null when there is none */
function readClip(par: Element, from: string, files: BookFiles): { file: string; clip: OverlayClip } | null {
  const text = childElements(par, 'text')[0];
  const target = resolveReference(from, (text && attribute(text, 'src')) ?? '');
  const targetFile = target.kind === 'inside' ? files.at(target.path) : null;
  if (target.kind !== 'inside' || !targetFile) return null;
  return { file: targetFile.name, clip: { text: target.fragment || null, ...readSound(par, from, files) } };
}

function readSound(par: Element, from: string, files: BookFiles): Omit<OverlayClip, 'text'> {
  const spoken = { audio: null, begin: 0, end: null };
  const audio = childElements(par, 'audio')[0];
  const source = resolveReference(from, (audio && attribute(audio, 'src')) ?? '');
  const sound = source.kind === 'inside' ? files.at(source.path) : null;
  if (!audio || sound?.kind !== 'media') return spoken;
  const begin = seconds(attribute(audio, 'clipBegin')) ?? 0;
  const end = seconds(attribute(audio, 'clipEnd'));
  return end !== null && end <= begin ? spoken : { audio: encodePath(sound.path), begin, end };
}

const units: Readonly<Record<string, number>> = { h: 3_600, min: 60, s: 1, ms: 0.001 };

/** Parses a SMIL clock value (`0:01:02.5`, `1:02.5`, `62.5s`, `1.5min`) to seconds. */
export function seconds(value: string | undefined): number | null {
  const text = (value ?? '').trim().replace(/^npt=/, '');
  const clock = /^(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2}(?:\.\d*)?)$/.exec(text);
  if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
  const count = /^(\d{1,9}(?:\.\d*)?)(h|min|s|ms)?$/.exec(text);
  return count ? Number(count[1]) * (units[count[2] ?? 's'] ?? 1) : null;
}

/** A single class name of safe characters. */
const className = (value: string | null) => (value && /^[\w-]{1,100}$/.test(value) ? value : null);
