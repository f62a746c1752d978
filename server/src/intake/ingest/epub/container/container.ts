import { AppError } from '../../../../run/common/errors.ts';
import { limits } from '../../limits.ts';
import { unsafeEpub } from '../../unsafeEpub.ts';
import { attribute, findElements, parseXml, textOf } from '../xml/xml.ts';
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

function looksLikeEpub(archive: Archive): boolean {
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
