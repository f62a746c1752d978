import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

/** Bytes by which an encoding is guessed. */
const sampleBytes = 200_000;

/**
 * Decodes a text whose encoding nobody says: by its byte order mark, as UTF-8 if it is valid, or by what its letters
 * look like. Line endings become \n.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replace(/\r\n?/g, '\n');
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  const guesses = analyse(bytes.subarray(0, sampleBytes));
  const known = guesses.map(({ name }) => name).find((name) => canDecode(name) && !/^utf/i.test(name));
  return known ?? 'windows-1252';
}

function canDecode(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
