import { limits } from '../../limits.ts';
import type { Archive } from '../container/archive.ts';
import { extensionOf, relativeAddress, resolveReference } from '../container/paths.ts';
import type { DocumentPolicy } from '../sanitize/sanitizedDocument.ts';
import type { ManifestItem, PackageDocument } from './packageDocument.ts';

export type FileKind = 'document' | 'drawing' | 'style' | 'picture' | 'font' | 'media';

export interface BookFile {
  /** Name in the archive. */
  name: string;
  /** Path under which it is served; differs when epub.js cannot handle the name. */
  path: string;
  kind: FileKind;
  /** Media type as served. */
  mediaType: string;
  /** Path of the wrapper page, for a drawing or picture in the spine. */
  page: string | null;
}

const byMediaType = new Map<string, FileKind>([
  ['application/xhtml+xml', 'document'],
  ['text/html', 'document'],
  ['application/html+xml', 'document'],
  ['text/x-oeb1-document', 'document'],
  ['application/x-dtbook+xml', 'document'],
  ['image/svg+xml', 'drawing'],
  ['text/css', 'style'],
  ['text/x-oeb1-css', 'style'],
]);

/** Files served unchanged. By extension, because packages often declare wrong types, and browsers do not use them. */
const byExtension = new Map<string, readonly [FileKind, string]>([
  ['svg', ['drawing', 'image/svg+xml']],
  ['css', ['style', 'text/css']],
  ['jpg', ['picture', 'image/jpeg']],
  ['jpeg', ['picture', 'image/jpeg']],
  ['jpe', ['picture', 'image/jpeg']],
  ['png', ['picture', 'image/png']],
  ['gif', ['picture', 'image/gif']],
  ['webp', ['picture', 'image/webp']],
  ['avif', ['picture', 'image/avif']],
  ['bmp', ['picture', 'image/bmp']],
  ['otf', ['font', 'font/otf']],
  ['ttf', ['font', 'font/ttf']],
  ['ttc', ['font', 'font/collection']],
  ['woff', ['font', 'font/woff']],
  ['woff2', ['font', 'font/woff2']],
  ['mp3', ['media', 'audio/mpeg']],
  ['m4a', ['media', 'audio/mp4']],
  ['aac', ['media', 'audio/aac']],
  ['ogg', ['media', 'audio/ogg']],
  ['oga', ['media', 'audio/ogg']],
  ['opus', ['media', 'audio/ogg']],
  ['wav', ['media', 'audio/wav']],
  ['mp4', ['media', 'video/mp4']],
  ['m4v', ['media', 'video/mp4']],
  ['webm', ['media', 'video/webm']],
  ['ogv', ['media', 'video/ogg']],
  ['vtt', ['media', 'text/vtt']],
]);

/** Extensions that epub.js recognizes as pages. */
const pageExtensions = new Set(['xhtml', 'html', 'htm', 'xml']);

/** Extensions of files that are pages, whatever their type. */
const namesOfPages = new Set(['xhtml', 'html', 'htm']);

/** The files of a book that are served, by kind. Other files in the archive are ignored. */
export class BookFiles {
  readonly #archive: Archive;
  readonly #files = new Map<string, BookFile>();
  readonly #pack: PackageDocument;
  /** Manifest items by name in the archive. */
  readonly #items = new Map<string, ManifestItem>();
  /** What the spine shows instead of a file, by its name in the archive. */
  readonly #shownInstead = new Map<string, BookFile>();
  #linked = new Set<BookFile>();

  constructor(archive: Archive, pack: PackageDocument) {
    this.#archive = archive;
    this.#pack = pack;
    for (const item of pack.manifest.values()) {
      const name = item.path === null ? null : archive.find(item.path);
      if (name === null) continue;
      // Some packages give pages a wrong type, or none.
      const named = namesOfPages.has(extensionOf(name)) ? 'document' : null;
      this.#add(name, byMediaType.get(item.mediaType) ?? named, item.mediaType);
      if (!this.#items.has(name)) this.#items.set(name, item);
    }
    if (pack.listsAll) return;
    // EPUB 2: resources may be missing in the manifest; pages may not.
    for (const name of archive.names) if (!/^META-INF\//i.test(name)) this.#add(name, null, '');
  }

  #add(name: string, kind: FileKind | null, mediaType: string): void {
    if (this.#files.has(name)) return;
    const byType = byExtension.get(extensionOf(name));
    if (kind === 'document' && byType?.[0] !== 'drawing') {
      const path = pageExtensions.has(extensionOf(name)) ? name : this.#free(`${name}.xhtml`);
      this.#files.set(name, { name, path, kind, mediaType: 'application/xhtml+xml', page: null });
    } else if (byType !== undefined || kind !== null) {
      const [fileKind, type] = byType ?? [kind as FileKind, mediaType.replace('text/x-oeb1-css', 'text/css')];
      this.#files.set(name, { name, path: name, kind: fileKind, mediaType: type, page: null });
    }
  }

  #free(path: string): string {
    return this.#archive.has(path) ? this.#free(`${path}.xhtml`) : path;
  }

  get count(): number {
    return this.#files.size;
  }

  all(): IterableIterator<BookFile> {
    return this.#files.values();
  }

  /** The file at a path. */
  at(path: string | null): BookFile | null {
    const name = path === null ? null : this.#archive.find(path);
    return name === null ? null : (this.#files.get(name) ?? null);
  }

  /** Records that the spine shows a fallback instead of the file at a path. */
  showInstead(path: string | null, fallback: BookFile): void {
    const name = path === null ? null : this.#archive.find(path);
    if (name !== null) this.#shownInstead.set(name, fallback);
  }

  /** What a link leads to; a CFI in the package document leads to its chapter. */
  targetAt({ path, fragment }: { path: string; fragment: string | null }): BookFile | null {
    const step = path === this.#pack.path ? /^epubcfi\(\/6\/(\d+)/.exec(fragment ?? '')?.[1] : undefined;
    const idref = this.#pack.spine[Number(step) / 2 - 1]?.idref ?? '';
    const target = step === undefined ? path : this.#pack.manifest.get(idref)?.path;
    const name = this.#archive.find(target ?? '');
    return name === null ? null : (this.#shownInstead.get(name) ?? this.#files.get(name) ?? null);
  }

  /** The documents that links have led to since the last call. */
  takeLinked(): Iterable<BookFile> {
    const linked = this.#linked;
    this.#linked = new Set();
    return linked;
  }

  /** The first manifest fallback of a file that has one of these kinds. */
  #fallback(path: string, kinds: readonly FileKind[]): BookFile | null {
    const tried = new Set<string>();
    const name = this.#archive.find(path);
    let id = (name === null ? null : this.#items.get(name)?.fallback) ?? null;
    while (id !== null && !tried.has(id) && tried.size < limits.fallbacks) {
      tried.add(id);
      const item = this.#pack.manifest.get(id);
      const file = this.at(item?.path ?? null);
      if (file && kinds.includes(file.kind)) return file;
      id = item?.fallback ?? null;
    }
    return null;
  }

  /**
   * Creates a wrapper page for a drawing or picture.
   * @returns its path
   */
  givePage(file: BookFile): string {
    file.page ??= this.#free(`${file.name}.xhtml`);
    return file.page;
  }

  /** Policy for the file `name` in the archive, served as `servedAs`. */
  policyFor(name: string, servedAs: string): DocumentPolicy {
    const served = (address: string, kinds: readonly FileKind[], data: RegExp | null): string | null => {
      const trimmed = address.trim();
      if (/^data:/i.test(trimmed)) return data?.test(trimmed) ? trimmed : null;
      const reference = resolveReference(name, address);
      if (reference.kind !== 'inside') return null;
      const own = this.at(reference.path);
      const file = own && kinds.includes(own.kind) ? own : this.#fallback(reference.path, kinds);
      if (!file) return null;
      return relativeAddress(servedAs, file.path, file.kind === 'drawing' ? reference.fragment : null);
    };
    return {
      link: (address) => {
        const reference = resolveReference(name, address);
        if (reference.kind === 'outside') {
          return /^(https?|mailto)$/.test(reference.scheme)
            ? { address: reference.url, outside: true }
            : null;
        }
        const file = reference.kind === 'inside' ? this.targetAt(reference) : null;
        if (file?.kind === 'document') this.#linked.add(file);
        const page = file && (file.page ?? (file.kind === 'document' ? file.path : null));
        return page && reference.kind === 'inside'
          ? { address: relativeAddress(servedAs, page, reference.fragment), outside: false }
          : null;
      },
      resource: (address) => served(address, ['picture', 'drawing', 'font', 'media'], null),
      picture: (address) => served(address, ['picture', 'drawing'], pictureData),
      sheet: (address) => served(address, ['style'], null),
      style: (address, use) => {
        if (use === 'sheet') return served(address, ['style'], null);
        const trimmed = address.trim();
        return trimmed.startsWith('#') ? trimmed : served(address, ['picture', 'drawing', 'font'], styleData);
      },
    };
  }
}

const pictureData = /^data:image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i;
const styleData =
  /^data:(image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml)|(application\/(x-)?font-[\w-]+|font\/[\w-]+|application\/vnd\.ms-(opentype|fontobject)|application\/octet-stream))[;,]/i;
