import type { MediaOverlay, OverlayClip } from '@lectern/shared-contracts/api/mediaOverlay.ts';
import type { Element, ParentNode } from 'domhandler';
import { AppError } from '../../common/errors.ts';
import { limits } from '../limits.ts';
import type { Archive } from './archive.ts';
import type { BookFile, BookFiles } from './bookFiles.ts';
import { metaValue, type PackageDocument } from './packageDocument.ts';
import { encodePath, resolveReference } from './paths.ts';
import { attribute, childElements, findElement, parseXml, wordsOf } from './xml.ts';

/**
 * The media overlay of a spine item: what its SMIL document says of this file. What points nowhere is left out; sound
 * that is missing, or that ends before it begins, is left to a voice of the browser.
 * @returns the overlay, null when there is none, or nothing usable in it; and how many of its pieces are broken
 */
export function readOverlay(
  archive: Archive,
  source: PackageDocument,
  files: BookFiles,
  { idref, file }: { idref: string; file: BookFile },
): { overlay: MediaOverlay | null; brokenClips: number } {
  const item = source.manifest.get(source.manifest.get(idref)?.overlay ?? '');
  const name = item?.path ? archive.find(item.path) : null;
  if (name === null) return { overlay: null, brokenClips: 0 };
  const body = findElement(readSmil(archive, name), 'body');
  const clips: OverlayClip[] = [];
  let brokenClips = 0;
  /** Places of the clips inside each structure that a reader may leave. */
  const inside = new Map<Element, number[]>();
  for (const { par, structures } of body ? parsIn(body) : []) {
    if (clips.length >= limits.overlayClips) break;
    const clip = readClip(par, name, files, file);
    if (clip === 'broken' || (clip !== null && clip.audio === null && childElements(par, 'audio').length > 0))
      brokenClips++;
    if (clip === null || clip === 'broken') continue;
    const kinds = [par, ...structures].flatMap((element) => wordsOf(attribute(element, 'type')));
    const skip = kinds.find((kind) => skippable.has(kind));
    if (skip) clip.skip = skip;
    clips.push(clip);
    // The outermost one: a table, and not its row.
    const structure = structures.findLast((element) =>
      wordsOf(attribute(element, 'type')).some((kind) => escapable.has(kind)),
    );
    if (!structure) continue;
    const held = inside.get(structure) ?? [];
    held.push(clips.length - 1);
    inside.set(structure, held);
  }
  for (const held of inside.values())
    for (const place of held) (clips[place] as OverlayClip).leave = (held.at(-1) ?? 0) + 1;
  if (clips.length === 0) return { overlay: null, brokenClips };
  const overlay = {
    active_class: className(metaValue(source.metadata, 'media:active-class')),
    playback_class: className(metaValue(source.metadata, 'media:playback-active-class')),
    clips,
  };
  return { overlay, brokenClips };
}

/** A SMIL document that cannot be read is as if it were empty: the chapter can be read all the same. */
function readSmil(archive: Archive, name: string): ParentNode {
  const bytes = archive.read(name, limits.packageBytes);
  try {
    return parseXml(bytes);
  } catch (error) {
    if (error instanceof AppError) return parseXml(Buffer.from('<smil/>'));
    throw error;
  }
}

/** Structures whose sound a reader may choose not to hear. https://www.w3.org/TR/epub-33/#sec-skippability */
const skippable = new Set(['footnote', 'endnote', 'rearnote', 'sidebar', 'pagebreak', 'note', 'annotation']);
/** Structures that a reader may leave in the middle. https://www.w3.org/TR/epub-33/#sec-escapability */
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

/** The <par> elements in order, however their sequences are nested, each with these, the innermost first. */
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

/** @returns null when it belongs to another file, 'broken' when it belongs to none */
function readClip(
  par: Element,
  from: string,
  files: BookFiles,
  file: BookFile,
): OverlayClip | null | 'broken' {
  const text = childElements(par, 'text')[0];
  const target = resolveReference(from, (text && attribute(text, 'src')) ?? '');
  const found = target.kind === 'inside' ? files.at(target.path) : null;
  if (target.kind !== 'inside' || !found) return 'broken';
  if (found.name !== file.name) return null;
  return { text: target.fragment || null, ...readSound(par, from, files) };
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

/** A clock value of SMIL (`0:01:02.5`, `1:02.5`, `62.5s`, `1.5min`), in seconds. */
export function seconds(value: string | undefined): number | null {
  const text = (value ?? '').trim().replace(/^npt=/, '');
  const clock = /^(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2}(?:\.\d*)?)$/.exec(text);
  if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
  const count = /^(\d{1,9}(?:\.\d*)?)(h|min|s|ms)?$/.exec(text);
  return count ? Number(count[1]) * (units[count[2] ?? 's'] ?? 1) : null;
}

/** One class, of characters that mean nothing else. */
const className = (value: string | null) => (value && /^[\w-]{1,100}$/.test(value) ? value : null);
