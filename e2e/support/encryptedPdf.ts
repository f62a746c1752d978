/** Encrypted PDFs: RC4 with 40 bits (PDF 32000-1, 7.6), which every reader of PDFs can open. */
import { createHash } from 'node:crypto';
import { pdfOf, pdfStream, savePdf } from './pdfFiles.ts';

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const pad = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();

function rc4(key: Buffer, text: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] as number, state[a] as number];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return text.map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] as number)) & 255;
    swap(i, j);
    return byte ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number);
  }) as Buffer;
}

/**
 * Writes a PDF of one page with a text at 72, 700 to a temporary folder.
 * @param user password for opening it; may be empty
 * @returns its path
 */
export function makeEncryptedPdf(name: string, text: string, user: string, owner: string): string {
  const id = md5(Buffer.from(name));
  const permissions = -4;
  const ownerEntry = rc4(md5(pad(owner)).subarray(0, 5), pad(user));
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const key = md5(pad(user), ownerEntry, flags, id).subarray(0, 5);
  const userEntry = rc4(key, padding);
  const contents = 5;
  // Each object has a key of its own: that of the file, with the number and the generation of the object.
  const objectKey = md5(key, Buffer.from([contents, 0, 0, 0, 0])).subarray(0, 10);
  const drawing = rc4(objectKey, Buffer.from(`BT /F1 16 Tf 72 700 Td (${text}) Tj ET`, 'latin1'));
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    pdfStream(drawing.toString('latin1')),
    `<< /Filter /Standard /V 1 /R 2 /O ${hex(ownerEntry)} /U ${hex(userEntry)} /P ${permissions} >>`,
  ];
  return savePdf(name, pdfOf(objects, `/Encrypt 6 0 R /ID [${hex(id)} ${hex(id)}]`));
}
