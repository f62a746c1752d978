import { createHash } from 'node:crypto';
import { AppError } from '../../../../run/common/errors.ts';
import { limits, unsafeEpub } from '../../limits.ts';
import { attribute, findElement, findElements, parseXml, textOf } from '../xml/xml.ts';
import type { Archive } from './archive.ts';
import { resolveReference } from './paths.ts';

const containerPath = 'META-INF/container.xml';
const packageType = 'application/oebps-package+xml';

/**
 * Path of the package document, from the container, or the only one in the archive when the container is missing.
 * @throws AppError epub_broken, epub_no_package; epub_unsafe when the container points outside of the book;
 * unsupported_file for a zip that is not an EPUB
 */
export function findPackage(archive: Archive): string {
  if (archive.has(containerPath)) {
    const root = parseXml(archive.read(containerPath, limits.packageBytes));
    const rootfiles = findElements(root, 'rootfile');
    // A container may also list the book in other formats, such as plain text.
    const packages = rootfiles.filter((rootfile) => attribute(rootfile, 'media-type') === packageType);
    for (const rootfile of [...packages, ...rootfiles]) {
      const fullPath = attribute(rootfile, 'full-path');
      if (!fullPath) continue;
      const reference = resolveReference('', fullPath);
      if (reference.kind === 'outside' || climbsOut(fullPath)) throw unsafeEpub('outside');
      const path = reference.kind === 'inside' ? archive.find(reference.path) : null;
      if (path) return path;
    }
  }
  const packages = archive.names.filter((name) => /\.opf$/i.test(name));
  if (packages.length === 1 && packages[0]) return packages[0];
  throw new AppError(looksLikeEpub(archive) ? 'epub_no_package' : 'unsupported_file');
}

/** The path is relative to the root, so `..` is always an attack. */
const climbsOut = (path: string) => path.split(/[\\/]/).includes('..');

/** Whether a zip is an EPUB, even a damaged one. */
export function looksLikeEpub(archive: Archive): boolean {
  if (archive.has(containerPath) || archive.names.some((name) => /\.opf$/i.test(name))) return true;
  return archive.has('mimetype') && archive.read('mimetype', 1_000).toString('latin1').includes('epub');
}

/** Whether Apple's display options request a fixed layout. */
export function requestsFixedLayout(archive: Archive): boolean {
  const path = archive.find('META-INF/com.apple.ibooks.display-options.xml');
  if (!path) return false;
  try {
    const options = findElements(parseXml(archive.read(path, 100_000)), 'option');
    return options.some(
      (option) => option.attribs.name === 'fixed-layout' && textOf(option).trim() === 'true',
    );
  } catch {
    // This file is optional, so errors in it are ignored.
    return false;
  }
}

const idpf = 'http://www.idpf.org/2008/embedding';
const adobe = 'http://ns.adobe.com/pdf/enc#RC';

/** Font obfuscation: the first bytes are XORed with a key derived from the book's identifier. */
export type Obfuscation = 'idpf' | 'adobe';

interface Encryption {
  fonts: ReadonlyMap<string, Obfuscation>;
  /** Files that cannot be read (DRM). */
  locked: ReadonlySet<string>;
}

/**
 * Finds obfuscated fonts, and files that are encrypted otherwise.
 * @throws AppError epub_protected when it is not known which files are encrypted
 */
export function readEncryption(archive: Archive): Encryption {
  const fonts = new Map<string, Obfuscation>();
  const locked = new Set<string>();
  const path = archive.find('META-INF/encryption.xml');
  if (!path) {
    // The license file of a shop.
    if (archive.names.some((name) => /^META-INF\/(license\.lcpl|sinf\.xml)$/i.test(name)))
      throw new AppError('epub_protected');
    return { fonts, locked };
  }
  for (const data of findElements(parseXml(archive.read(path, limits.packageBytes)), 'EncryptedData')) {
    const method = findElement(data, 'EncryptionMethod');
    const algorithm = method && attribute(method, 'Algorithm');
    const obfuscation = algorithm === idpf ? 'idpf' : algorithm === adobe ? 'adobe' : null;
    const cipher = findElement(data, 'CipherReference');
    const reference = resolveReference('', (cipher && attribute(cipher, 'URI')) ?? '');
    const file = reference.kind === 'inside' ? archive.find(reference.path) : null;
    if (obfuscation === null && (!cipher || reference.kind !== 'inside'))
      throw new AppError('epub_protected');
    if (file === null) continue;
    if (obfuscation === null) locked.add(file);
    else fonts.set(file, obfuscation);
  }
  return { fonts, locked };
}

/**
 * Removes the obfuscation of a font.
 * @param identifiers of the book, the unique one first
 */
export function clearFont(bytes: Buffer, obfuscation: Obfuscation, identifiers: readonly string[]): Buffer {
  const [key, length] =
    obfuscation === 'idpf' ? [idpfKey(identifiers[0] ?? ''), 1_040] : [adobeKey(identifiers), 1_024];
  if (!key) return bytes;
  const clear = Buffer.from(bytes);
  const end = Math.min(length, clear.length);
  for (let i = 0; i < end; i++) clear[i] = (clear[i] as number) ^ (key[i % key.length] as number);
  return clear;
}

const idpfKey = (identifier: string) =>
  createHash('sha1')
    .update(identifier.replace(/[ \t\r\n]/g, ''))
    .digest();

function adobeKey(identifiers: readonly string[]): Buffer | null {
  for (const identifier of identifiers) {
    const hex = identifier
      .replace(/^urn:uuid:/i, '')
      .replaceAll('-', '')
      .trim();
    if (/^[0-9a-f]{32}$/i.test(hex)) return Buffer.from(hex, 'hex');
  }
  return null;
}

/** Where an EPUB has annotations: EPUB Annotations 1.0, and Readium's forerunner. */
export const annotationPaths = ['META-INF/annotations.json', 'META-INF/annotations.annotation'] as const;

/** Bytes of annotations that are read. */
const maxAnnotationBytes = 16_000_000;

/** The annotations in an EPUB; none when they are too large or damaged. */
export function readEmbeddedAnnotations(archive: Archive): Buffer | undefined {
  const path = annotationPaths.find((name) => archive.has(name));
  if (path === undefined) return undefined;
  try {
    return archive.read(path, maxAnnotationBytes);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
