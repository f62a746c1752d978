import type { BookMetadata } from '../../ingestedBook.ts';
import type { PackWriter } from '../../packWriter.ts';
import type { Archive } from '../container/archive.ts';
import type { Contents } from '../navigation/contents.ts';
import type { PackageDocument } from '../package/packageDocument.ts';
import type { SpineFile } from '../package/spine.ts';
import { type ServedItem, writeContainer, writeNcx, writePackage } from './writePackage.ts';

interface Parts {
  pack: PackWriter;
  archive: Archive;
  source: PackageDocument;
  metadata: BookMetadata;
  layout: 'reflowable' | 'fixed';
  direction: 'ltr' | 'rtl';
  spine: readonly SpineFile[];
  contents: Contents;
}

/** Writes the package document, the container, and an NCX when there is no navigation document. */
export function packServedPackage({
  pack,
  archive,
  source,
  metadata,
  layout,
  direction,
  spine,
  contents,
}: Parts): void {
  const ncx =
    contents.nav === null && contents.toc.length > 0 ? freePath(archive, `${source.path}.ncx`) : null;
  if (ncx !== null) pack.add(ncx, 'application/x-dtbncx+xml', writeNcx(contents.toc, metadata.title, ncx));
  const items = servedItems(pack, source, spine, contents);
  const document = writePackage({
    path: source.path,
    metadata,
    layout,
    direction,
    items,
    spine,
    ncx: items.find(({ path }) => path === ncx)?.id ?? null,
  });
  pack.add(source.path, 'application/oebps-package+xml', document);
  pack.add('META-INF/container.xml', 'application/xml', writeContainer(source.path));
}

/** All files in the pack, with their ids in the source, if any. */
function servedItems(
  pack: PackWriter,
  source: PackageDocument,
  spine: readonly SpineFile[],
  contents: Contents,
): ServedItem[] {
  const idOf = new Map(spine.map(({ page, idref }) => [page, idref]));
  const used = new Set(idOf.values());
  for (const { id, path } of source.manifest.values()) {
    if (path === null || idOf.has(path) || used.has(id)) continue;
    idOf.set(path, id);
    used.add(id);
  }
  let made = 0;
  return pack.resources.map(({ path, media_type }) => {
    let id = idOf.get(path);
    while (id === undefined) {
      const candidate = `lectern-${++made}`;
      if (!used.has(candidate)) id = candidate;
    }
    return { id, path, mediaType: media_type, properties: path === contents.nav?.path ? ['nav'] : [] };
  });
}

function freePath(archive: Archive, path: string): string {
  return archive.has(path) ? freePath(archive, `${path}.ncx`) : path;
}
