import { createHash } from 'node:crypto';
import { AppError } from '../../../../run/common/errors.ts';
import { limits } from '../../limits.ts';
import { attribute, findElement, findElements, parseXml } from '../xml/xml.ts';
import type { Archive } from './archive.ts';
import { resolveReference } from './paths.ts';

const idpf = 'http://www.idpf.org/2008/embedding';
const adobe = 'http://ns.adobe.com/pdf/enc#RC';

/** Font obfuscation: the first bytes are XORed with a key derived from the book's identifier. */
export type Obfuscation = 'idpf' | 'adobe';

export interface Encryption {
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
