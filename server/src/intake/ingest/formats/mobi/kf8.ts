import { AppError } from '../../../../run/common/errors.ts';
import { limits } from '../../limits.ts';
import type { Publication, PublicationResource } from '../publication/publication.ts';
import { anchorId, withAnchors } from './anchors.ts';
import { contentsTree, readContentsIndex } from './contentsIndex.ts';
import { readMobiText } from './decompress.ts';
import { type IndexTable, readIndex } from './indexTable.ts';
import type { MobiBook } from './mobiBook.ts';
import { numberAt } from './PalmFile.ts';
import type { MobiResources } from './resources.ts';

interface Fragment {
  /** Where it belongs in the text, as links count. */
  insertAt: number;
  length: number;
  /** Page that it belongs to. */
  page: number;
}

interface SkeletonPage {
  /** Offset of the page in the text in which the fragments are in their places. */
  start: number;
  bytes: Buffer;
}

const maxFlows = 10_000;

/**
 * The newer format: XHTML pages, each a skeleton with fragments to be put into it, and style sheets and drawings as
 * flows after them. Links name a fragment and an offset in it.
 */
export function readKf8(book: MobiBook): Omit<Publication, 'metadata'> {
  const { file, header, start, resources } = book;
  const text = readMobiText(file, header, start);
  const flows = flowsOf(book, text);
  const { pages, fragments } = assemble(book, flows[0] ?? text);
  const decoder = new TextDecoder(header.encoding);
  const listed = readContentsIndex(book);
  const places = [
    ...listed.flatMap(({ fragment }) => fragment ?? []),
    ...[...text.toString('latin1').matchAll(placePattern)].map(([, index, offset]) => ({
      index: Number.parseInt(index as string, 32),
      offset: Number.parseInt(offset as string, 32),
    })),
  ];
  const wanted = Map.groupBy(places, ({ index }) => fragments[index]?.page ?? -1);
  const addressOf = ({ index, offset }: { index: number; offset: number }) => {
    const fragment = fragments[index];
    const page = fragment && pages[fragment.page];
    if (!page) return null;
    const at = fragment.insertAt + offset;
    return `${pathOf(fragment.page)}#${anchorId(at)}`;
  };
  const flowPaths = new Map<number, PublicationResource>();
  const resolve = (markup: string) =>
    withAddresses(markup, { flows, flowPaths, resources, decoder, addressOf });
  const finished = pages.map(({ start: pageStart, bytes }, number) => {
    const offsets = (wanted.get(number) ?? []).map(
      ({ index, offset }) => (fragments[index]?.insertAt ?? 0) + offset,
    );
    const body = bytes.indexOf('<body');
    // An offset before the body has nothing to lead to.
    const inBody = offsets.map((at) => at - pageStart).filter((at) => at > body);
    return { path: pathOf(number), markup: resolve(decoder.decode(withAnchors(bytes, inBody, pageStart))) };
  });
  return {
    pages: finished,
    contents: contentsTree(listed, ({ fragment }) => fragment && addressOf(fragment)),
    resources: [...flowPaths.values()],
  };
}

const placePattern = /kindle:pos:fid:([0-9A-V]{4,8}):off:([0-9A-V]{4,12})/gi;

const pathOf = (page: number) => `page-${String(page + 1).padStart(4, '0')}.xhtml`;

/** The parts of the text: the pages, then style sheets and drawings. */
function flowsOf({ file, header, start }: MobiBook, text: Buffer): Buffer[] {
  if (header.flows === null) return [text];
  const record = file.record(start + header.flows);
  if (record.toString('latin1', 0, 4) !== 'FDST') return [text];
  const count = Math.min(numberAt(record, 8) ?? 0, maxFlows);
  return Array.from({ length: count }, (_, index) =>
    text.subarray(numberAt(record, 12 + index * 8) ?? 0, numberAt(record, 16 + index * 8) ?? 0),
  );
}

function assemble(book: MobiBook, text: Buffer): { pages: SkeletonPage[]; fragments: Fragment[] } {
  const { header } = book;
  if (header.skeletons === null) throw new AppError('book_broken');
  const skeletons = indexOf(book, header.skeletons).entries;
  const table = header.fragments === null ? [] : indexOf(book, header.fragments).entries;
  if (skeletons.length > limits.spineItems) throw new AppError('book_unsafe');
  const pages: SkeletonPage[] = [];
  const fragments: Fragment[] = [];
  for (const { tags } of skeletons) {
    const count = tags.get(1)?.[0] ?? 0;
    const [start = 0, length = 0] = tags.get(6) ?? [];
    const parts: Buffer[] = [];
    const skeleton = text.subarray(start, start + length);
    let inserted = 0;
    let taken = 0;
    let at = start + length;
    for (const fragment of table.slice(fragments.length, fragments.length + count)) {
      const insertAt = Number.parseInt(fragment.name, 10) || 0;
      const size = Math.min(fragment.tags.get(6)?.[1] ?? 0, text.length);
      // Where it belongs in the skeleton, which does not have the fragments before it.
      const place = Math.min(skeleton.length, Math.max(taken, insertAt - start - inserted));
      parts.push(skeleton.subarray(taken, place), text.subarray(at, at + size));
      taken = place;
      inserted += size;
      at += size;
      fragments.push({ insertAt, length: size, page: pages.length });
    }
    parts.push(skeleton.subarray(taken));
    pages.push({ start, bytes: Buffer.concat(parts) });
  }
  return { pages, fragments };
}

const indexOf = ({ file, header, start }: MobiBook, first: number): IndexTable =>
  readIndex(first, (at) => file.record(start + at), header.encoding);

interface Addresses {
  flows: readonly Buffer[];
  flowPaths: Map<number, PublicationResource>;
  resources: MobiResources;
  decoder: TextDecoder;
  addressOf(place: { index: number; offset: number }): string | null;
}

/** Replaces the addresses of Kindle with those of the files that the book has here. */
function withAddresses(markup: string, parts: Addresses): string {
  const { resources, addressOf } = parts;
  return markup
    .replace(placePattern, (_, index: string, offset: string) => {
      const place = { index: Number.parseInt(index, 32), offset: Number.parseInt(offset, 32) };
      return addressOf(place) ?? '';
    })
    .replace(
      /kindle:embed:([0-9A-V]{1,8})(\?mime=[\w./+-]*)?/gi,
      (_, number: string) => resources.pathOf(Number.parseInt(number, 32)) ?? '',
    )
    .replace(/kindle:flow:([0-9A-V]{1,8})(\?mime=([\w./+-]*))?/gi, (_, number: string, __, type = '') =>
      flowPath(Number.parseInt(number, 32), type, parts),
    );
}

function flowPath(number: number, type: string, parts: Addresses): string {
  const bytes = parts.flows[number];
  const extension = type === 'text/css' ? 'css' : type === 'image/svg+xml' ? 'svg' : null;
  if (number === 0 || !bytes || !extension) return '';
  const path = `flow-${number}.${extension}`;
  if (!parts.flowPaths.has(number)) {
    // Entered first, since a flow may name itself.
    parts.flowPaths.set(number, { path, read: () => bytes });
    const text = Buffer.from(withAddresses(parts.decoder.decode(bytes), parts));
    parts.flowPaths.set(number, { path, read: () => text });
  }
  return path;
}
