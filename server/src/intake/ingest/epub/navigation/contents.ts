import type { NamedPlace, SpineItem, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { type Element, isTag, type ParentNode } from 'domhandler';
import { limits } from '../../limits.ts';
import { cleanLine } from '../../plainText.ts';
import type { Archive } from '../container/archive.ts';
import { encodePath, relativeAddress, resolveReference } from '../container/paths.ts';
import type { BookFile, BookFiles } from '../package/bookFiles.ts';
import type { PackageDocument } from '../package/packageDocument.ts';
import { type SpineFile, unlistedPage } from '../package/spine.ts';
import { attribute, childElements, findElement, findElements, parseXml, wordsOf } from '../xml/xml.ts';

export interface Contents {
  toc: TocEntry[];
  landmarks: NamedPlace[];
  /** Page list of the printed edition. */
  pageList: NamedPlace[];
}

/**
 * Reads table of contents, landmarks and page list: from the navigation document, else from the NCX and the guide.
 * @param spine gets the pages that only the table of contents leads to
 */
export function readContents(
  archive: Archive,
  source: PackageDocument,
  files: BookFiles,
  spine: SpineFile[],
): Contents {
  const spineIndex = new Map(spine.map(({ file }, index) => [file.name, index]));
  const items = [...source.manifest.values()];
  const navFile = files.at(items.find((item) => item.properties.includes('nav'))?.path ?? null);
  const nav = navFile?.kind === 'document' ? navFile : null;
  const lists = nav ? readNav(parseXml(archive.read(nav.name, limits.packageBytes))) : null;
  const addPage = (file: BookFile) => {
    if (file.kind !== 'document' || file === nav || spine.length >= limits.spineItems) return undefined;
    spineIndex.set(file.name, spine.length);
    return spine.push(unlistedPage(file)) - 1;
  };
  const ofNav = { from: nav?.name ?? '', files, spineIndex, addPage };
  const tocOfNav = lists ? resolveToc(lists.toc, ofNav) : [];
  const landmarks = lists ? resolvePlaces(lists.landmarks, ofNav) : [];
  const pagesOfNav = lists ? resolvePlaces(lists.pageList, ofNav) : [];
  const ofPackage = { from: source.path, files, spineIndex, addPage };
  const guide = source.guide.map((entry) => ({ ...entry, children: [] }));
  const contents = {
    toc: tocOfNav,
    landmarks: landmarks.length > 0 ? landmarks : resolvePlaces(guide, ofPackage),
    pageList: pagesOfNav,
  };
  if (tocOfNav.length > 0) return contents;
  const item =
    source.manifest.get(source.ncx ?? '') ??
    items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  const ncx = item?.path ? archive.find(item.path) : null;
  if (ncx === null) return contents;
  const root = parseXml(archive.read(ncx, limits.packageBytes));
  const ofNcx = { from: ncx, files, spineIndex, addPage };
  return {
    ...contents,
    toc: resolveToc(readNcx(root), ofNcx),
    pageList: pagesOfNav.length > 0 ? pagesOfNav : resolvePlaces(readNcxPages(root), ofNcx),
  };
}

/** Builds a table of contents from the headings of the chapters. */
export function contentsFromSpine(spine: readonly SpineItem[]): TocEntry[] {
  return spine
    .map((item, target) => ({ title: item.title ?? '', href: item.href, target, children: [] }))
    .filter(({ title }) => title !== '');
}

/** An entry of a table of contents before it is matched with the spine. */
export interface RawEntry {
  title: string;
  address: string | null;
  children: RawEntry[];
}

/** The lists of a navigation document (EPUB 3). */
interface NavLists {
  toc: RawEntry[];
  landmarks: RawEntry[];
  pageList: RawEntry[];
}

export function readNav(root: ParentNode): NavLists {
  const navs = findElements(root, 'nav');
  const ofType = (type: string) => navs.find((nav) => wordsOf(attribute(nav, 'type')).includes(type));
  const entriesOf = (nav: Element | undefined) => {
    const list = nav && findElement(nav, 'ol');
    return list ? readList(list, 0) : [];
  };
  return {
    // Not another list that has a type, such as the landmarks: the NCX is better then.
    toc: entriesOf(ofType('toc') ?? navs.find((nav) => attribute(nav, 'type') === undefined)),
    landmarks: entriesOf(ofType('landmarks')),
    pageList: entriesOf(ofType('page-list')),
  };
}

function readList(list: Element, depth: number): RawEntry[] {
  if (depth > limits.tocDepth) return [];
  return childElements(list, 'li').map((item) => {
    const label =
      childElements(item).find((child) => /(^|:)(a|span)$/.test(child.name)) ?? findElement(item, 'a');
    const below = childElements(item, 'ol')[0];
    return {
      title: label ? titleOf(label) : '',
      address: (label && attribute(label, 'href')) ?? null,
      children: below ? readList(below, depth + 1) : [],
    };
  });
}

/** Entries of an NCX (EPUB 2). */
export function readNcx(root: ParentNode): RawEntry[] {
  const map = findElement(root, 'navMap');
  return map ? readPoints(map, 0) : [];
}

function readPoints(parent: Element, depth: number): RawEntry[] {
  if (depth > limits.tocDepth) return [];
  return childElements(parent, 'navPoint').map((point) => {
    const label = childElements(point, 'navLabel')[0];
    const content = childElements(point, 'content')[0];
    return {
      title: label ? titleOf(label) : '',
      address: (content && attribute(content, 'src')) ?? null,
      children: readPoints(point, depth + 1),
    };
  });
}

/** The page list of an NCX (EPUB 2). */
export function readNcxPages(root: ParentNode): RawEntry[] {
  const list = findElement(root, 'pageList');
  return (list ? childElements(list, 'pageTarget') : []).map((target) => {
    const label = childElements(target, 'navLabel')[0];
    const content = childElements(target, 'content')[0];
    return {
      title: (label && titleOf(label)) || cleanLine(attribute(target, 'value') ?? '', 300),
      address: (content && attribute(content, 'src')) ?? null,
      children: [],
    };
  });
}

const titleOf = (element: Element) =>
  cleanLine(labelOf(element), 300) || cleanLine(attribute(element, 'title') ?? '', 300);

/** The text of a label, with alternative texts of images and without readings (ruby). */
function labelOf(element: Element): string {
  let text = '';
  for (const node of element.children) {
    if (!isTag(node)) text += 'data' in node && node.type === 'text' ? node.data : '';
    else if (/(^|:)(img|image)$/.test(node.name))
      text += ` ${attribute(node, 'alt') || attribute(node, 'title') || ''} `;
    else if (!/(^|:)(rt|rp|rtc)$/.test(node.name)) text += labelOf(node);
  }
  return text;
}

interface TocContext {
  /** Path in the archive of the file with the entries. */
  from: string;
  files: BookFiles;
  /** Spine index by path in the archive. */
  spineIndex: ReadonlyMap<string, number>;
  /** Adds a page that is not in the spine. @returns its index; undefined when it cannot be a chapter */
  addPage(file: BookFile): number | undefined;
}

/** Entries that lead into the spine, with URLs relative to the root of the book. */
function resolveToc(entries: readonly RawEntry[], context: TocContext): TocEntry[] {
  let remaining = limits.tocEntries;
  const resolve = (raw: readonly RawEntry[]): TocEntry[] => {
    const resolved: TocEntry[] = [];
    for (const entry of raw) {
      if (remaining-- <= 0) break;
      const place = entry.address === null ? null : placeOf(entry.address, context, context.addPage);
      const children = resolve(entry.children);
      const target = place?.target ?? children[0]?.target;
      if (target === undefined) continue;
      if (entry.title === '' && children.length === 0) continue;
      resolved.push({ title: entry.title || '—', href: place?.href ?? null, target, children });
    }
    return resolved;
  };
  return resolve(entries);
}

/** Named entries that lead into the spine, as a flat list. */
function resolvePlaces(entries: readonly RawEntry[], context: TocContext): NamedPlace[] {
  const places: NamedPlace[] = [];
  const add = (raw: readonly RawEntry[]) => {
    for (const { title, address, children } of raw) {
      if (places.length >= limits.tocEntries) return;
      const place = address === null ? null : placeOf(address, context);
      if (place && title !== '') places.push({ title, ...place });
      add(children);
    }
  };
  add(entries);
  return places;
}

function placeOf(
  address: string,
  { from, files, spineIndex }: TocContext,
  addPage?: TocContext['addPage'],
): { target: number; href: string } | null {
  const reference = resolveReference(from, address);
  const file = reference.kind === 'inside' ? files.targetAt(reference) : null;
  const target = file ? (spineIndex.get(file.name) ?? addPage?.(file)) : undefined;
  if (!file || target === undefined || reference.kind !== 'inside') return null;
  const path = file.page ?? file.path;
  const href = reference.fragment ? relativeAddress('', path, reference.fragment) : encodePath(path);
  return { target, href };
}
