import type { Element, ParentNode } from 'domhandler';
import { AppError } from '../../../../run/common/errors.ts';
import { cleanLine } from '../../plainText.ts';
import { resolveReference } from '../container/paths.ts';
import { attribute, childElements, findElement, textOf, wordsOf } from '../xml/xml.ts';

export interface ManifestItem {
  id: string;
  /** Path in the archive, as in the package; null when it leads out of the book. */
  path: string | null;
  /** Whether its URL has a fragment, so that it is a place in a file. */
  isFragment: boolean;
  mediaType: string;
  properties: readonly string[];
  fallback: string | null;
  /** Manifest id of its media overlay. */
  overlay: string | null;
}

export interface SpineReference {
  idref: string;
  linear: boolean;
  properties: readonly string[];
}

/** The package document, parsed. */
export interface PackageDocument {
  path: string;
  metadata: ParentNode;
  /** Texts of the identifiers, the unique one first. */
  identifiers: readonly string[];
  manifest: ReadonlyMap<string, ManifestItem>;
  spine: readonly SpineReference[];
  /** Manifest id of the NCX. */
  ncx: string | null;
  direction: 'ltr' | 'rtl' | null;
  /** Default direction of the metadata. */
  textDirection: string | null;
  fixedLayout: boolean;
  /** `rendition:spread`, `rendition:flow` and `rendition:orientation` of the package. */
  spread: string | null;
  flow: string | null;
  orientation: string | null;
  /** Pages form a continuous strip without gaps (webtoon). */
  roll: boolean;
  /** EPUB 3: files that are not in the manifest are not part of the book. */
  listsAll: boolean;
  /** EPUB 2: references of <guide>, in order. */
  guide: readonly { type: string; title: string; address: string }[];
}

/** @throws AppError epub_no_package, epub_no_chapters */
export function readPackage(root: ParentNode, path: string): PackageDocument {
  const packageElement = findElement(root, 'package');
  const spine = packageElement && findElement(packageElement, 'spine');
  const manifest = packageElement && findElement(packageElement, 'manifest');
  if (!packageElement || !manifest) throw new AppError('epub_no_package');
  if (!spine) throw new AppError('epub_no_chapters');
  const metadata = findElement(packageElement, 'metadata') ?? packageElement;
  const progression = attribute(spine, 'page-progression-direction');
  const layout = metaValue(metadata, 'rendition:layout');
  return {
    path,
    metadata,
    identifiers: identifiersOf(packageElement, metadata),
    manifest: readManifest(manifest, path),
    spine: childElements(spine, 'itemref').map((item) => ({
      idref: idIn(item, 'idref') ?? '',
      linear: attribute(item, 'linear') !== 'no',
      properties: wordsOf(attribute(item, 'properties')),
    })),
    ncx: idIn(spine, 'toc'),
    direction: progression === 'rtl' || progression === 'ltr' ? progression : null,
    textDirection: attribute(packageElement, 'dir') ?? null,
    fixedLayout:
      layout === 'pre-paginated' || layout === 'roll' || metaValue(metadata, 'fixed-layout') === 'true',
    spread: metaValue(metadata, 'rendition:spread'),
    flow: metaValue(metadata, 'rendition:flow'),
    orientation: metaValue(metadata, 'rendition:orientation'),
    roll: layout === 'roll',
    listsAll: Number.parseFloat(attribute(packageElement, 'version') ?? '') >= 3,
    guide: readGuide(packageElement),
  };
}

function identifiersOf(packageElement: Element, metadata: ParentNode): string[] {
  const unique = attribute(packageElement, 'unique-identifier');
  const elements = metadataElements(metadata, 'identifier');
  const first = elements.filter((element) => unique !== undefined && attribute(element, 'id') === unique);
  return [...first, ...elements.filter((element) => !first.includes(element))].map((element) =>
    textOf(element).trim(),
  );
}

/** An attribute of type ID or IDREF, in which blanks at the ends do not count. */
const idIn = (element: Element, name: string): string | null => attribute(element, name)?.trim() ?? null;

function readManifest(element: Element, from: string): Map<string, ManifestItem> {
  const items = new Map<string, ManifestItem>();
  for (const item of childElements(element, 'item')) {
    const id = idIn(item, 'id');
    const href = attribute(item, 'href');
    if (id === null || href === undefined || items.has(id)) continue;
    const reference = resolveReference(from, href);
    items.set(id, {
      id,
      path: reference.kind === 'inside' ? reference.path : null,
      isFragment: reference.kind === 'inside' && Boolean(reference.fragment),
      mediaType: (attribute(item, 'media-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      properties: wordsOf(attribute(item, 'properties')),
      fallback: idIn(item, 'fallback'),
      overlay: idIn(item, 'media-overlay'),
    });
  }
  return items;
}

function readGuide(packageElement: Element): PackageDocument['guide'] {
  const guide = findElement(packageElement, 'guide');
  return (guide ? childElements(guide, 'reference') : []).map((reference) => ({
    type: attribute(reference, 'type')?.toLowerCase() ?? '',
    title: cleanLine(attribute(reference, 'title') ?? '', 300),
    address: attribute(reference, 'href') ?? '',
  }));
}

/** Metadata elements by local name, also inside <dc-metadata> and capitalized, as in OEB 1.2 (<dc:Title>). */
export function metadataElements(metadata: ParentNode, name: string): Element[] {
  const nested = [...childElements(metadata, 'dc-metadata'), ...childElements(metadata, 'x-metadata')];
  const capitalized = name.charAt(0).toUpperCase() + name.slice(1);
  return [metadata, ...nested].flatMap((parent) => [
    ...childElements(parent, name),
    ...childElements(parent, capitalized),
  ]);
}

/**
 * The value of <meta property="…">…</meta> (EPUB 3) or <meta name="…" content="…"/> (EPUB 2) that does not refine
 * another element.
 */
export function metaValue(metadata: ParentNode, name: string): string | null {
  for (const meta of metadataElements(metadata, 'meta')) {
    if (attribute(meta, 'refines') !== undefined) continue;
    if (attribute(meta, 'property') === name) return textOf(meta).trim();
    if (attribute(meta, 'name') === name) return attribute(meta, 'content')?.trim() ?? null;
  }
  return null;
}

/** The value of the <meta> that refines an element, such as its role. */
export function refinement(metadata: ParentNode, element: Element, property: string): string | null {
  const id = attribute(element, 'id');
  if (id === undefined) return null;
  for (const meta of metadataElements(metadata, 'meta')) {
    if (attribute(meta, 'refines') === `#${id}` && attribute(meta, 'property') === property)
      return textOf(meta).trim();
  }
  return null;
}
