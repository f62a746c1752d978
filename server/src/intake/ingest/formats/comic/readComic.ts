import { text } from '@lectern/shared-contracts/domain/text.ts';
import { ArchiveReader, libarchiveWasm } from 'libarchive-wasm';
import { AppError } from '../../../../run/common/errors.ts';
import { measure, photographIn } from '../../cover/decodePicture.ts';
import type { Archive } from '../../epub/container/archive.ts';
import { extensionOf } from '../../epub/container/paths.ts';
import { limits } from '../../limits.ts';
import { markupPage } from '../publication/markupPage.ts';
import type {
  ForeignFile,
  Publication,
  PublicationPage,
  PublicationResource,
} from '../publication/publication.ts';
import { readComicInfo } from './comicInfo.ts';
import { isOtherPictureName, isPictureName } from './pictureNames.ts';

/** Pages of one comic; the rest is left out. Whole series in one file have some thousands. */
const maxPages = 10_000;
/** Bytes of one picture. */
const maxPictureBytes = 64 * 1024 * 1024;

/** Reads a comic: the pictures in an archive, in the order of their names, each as a page with a fixed layout. */
export async function readComic(file: ForeignFile): Promise<Publication> {
  const archive = file.archive ?? (await openComicArchive(await file.bytes()));
  const all = archive.names.filter(isPictureName).sort(inNaturalOrder);
  const names = all.slice(0, maxPages);
  const info = readComicInfo(archive);
  const pages: PublicationPage[] = [];
  const resources: PublicationResource[] = [];
  /** Paths of page and picture by the number of the picture in the comic. */
  const paths = new Map<number, { page: string; picture: string }>();
  for (const [index, name] of names.entries()) {
    const size = await sizeOf(archive, name);
    if (size === null) continue;
    const number = String(pages.length + 1).padStart(5, '0');
    const path = `picture-${number}.${extensionOf(name)}`;
    resources.push({ path, read: () => archive.read(name, maxPictureBytes) });
    const page = `page-${number}.xhtml`;
    paths.set(index, { page, picture: path });
    pages.push({
      path: page,
      markup: pageAround(path, size),
      alone: info.doublePages.has(index) || size.width > size.height,
    });
  }
  if (pages.length === 0) throw new AppError('book_empty');
  return {
    metadata: info.metadata,
    pages,
    contents: info.bookmarks.flatMap(({ image, title }) => {
      const address = paths.get(image)?.page;
      return address === undefined ? [] : [{ title, address, children: [] }];
    }),
    resources,
    cover: paths.get(info.cover)?.picture ?? resources[0]?.path,
    unshown: all.length - pages.length + archive.names.filter(isOtherPictureName).length,
    direction: info.rightToLeft ? 'rtl' : 'ltr',
    fixedLayout: true,
    close: () => {
      if (archive !== file.archive) archive.close();
    },
  };
}

interface Size {
  width: number;
  height: number;
}

/** The size of a picture as shown; null for one that is damaged, of another kind or too large. */
async function sizeOf(archive: Archive, name: string): Promise<Size | null> {
  const photograph = photographIn(archive.read(name, maxPictureBytes));
  if (photograph === null) return null;
  // Whatever the decoder says is about the picture.
  const size = await measure(photograph).catch(() => null);
  if (size === null) return null;
  const { width, height, orientation = 1 } = size;
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

function pageAround(path: string, viewport: Size): string {
  const style = 'display:block;width:100%;height:100%;margin:0';
  return markupPage({ body: `<img src="${path}" alt="" style="${style}"/>`, viewport });
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folder by folder, "page 2" before "page 10". */
function inNaturalOrder(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    // The files of a folder are before those of the folders in it.
    const isFile = Number(i < left.length - 1) - Number(i < right.length - 1);
    const order = isFile || collator.compare(left[i] as string, right[i] as string);
    if (order !== 0) return order;
  }
  return a < b ? -1 : 1;
}

const notUnpacked = text('This archive cannot be unpacked here. Pack its pictures as a zip file (CBZ).');

/**
 * Reads the pictures of a RAR or 7z archive into memory by libarchive, compiled to WebAssembly: it sees no disk.
 * @throws AppError book_broken, book_unsafe, book_protected
 */
async function openComicArchive(bytes: Buffer): Promise<Archive> {
  const files = new Map<string, Buffer>();
  const reader = new ArchiveReader(
    await libarchiveWasm(),
    new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
  );
  try {
    let left: number = Math.min(
      limits.unpackedBytes / 2,
      Math.max(limits.ratioFloor, bytes.length * limits.ratio),
    );
    let entries = 0;
    for (let entry = reader.nextEntry(); entry; entry = reader.nextEntry()) {
      if (++entries > limits.entries) throw new AppError('book_unsafe');
      if (entry.isEncrypted()) throw new AppError('book_protected');
      const name = entry.getPathname().replaceAll('\\', '/');
      const size = entry.getSize();
      if (name.split('/').includes('..') || name.startsWith('/')) throw new AppError('book_unsafe');
      left -= size;
      if (size < 0 || size > limits.entryBytes || left < 0) throw new AppError('book_unsafe');
      if (entry.getFiletype() === 'File' && (isPictureName(name) || /ComicInfo\.xml$/i.test(name))) {
        const data = entry.readData();
        if (data && !files.has(name)) files.set(name, Buffer.from(data.buffer, data.byteOffset, data.length));
      }
      entry.free();
    }
    // It is null both at the end and where libarchive cannot go on.
    if (reader.hasEncryptedData()) throw new AppError('book_protected');
    if (reader.libarchive.error_string(reader.archive)) throw new AppError('book_broken', notUnpacked);
  } catch (error) {
    // Whatever else libarchive says is about the file.
    throw error instanceof AppError ? error : new AppError('book_broken');
  } finally {
    reader.free();
  }
  return inMemory(files);
}

function inMemory(files: Map<string, Buffer>): Archive {
  return {
    names: [...files.keys()],
    has: (name) => files.has(name),
    find: (name) => (files.has(name) ? name : null),
    read(name, most = limits.entryBytes) {
      const bytes = files.get(name);
      if (!bytes) throw new AppError('book_broken');
      if (bytes.length > most) throw new AppError('book_unsafe');
      return bytes;
    },
    hide(names) {
      for (const name of names) files.delete(name);
    },
    verify() {},
    close: () => files.clear(),
  };
}
