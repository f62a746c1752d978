/** Dictionaries as files, for tests. */

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64Number(number: number): string {
  let text = '';
  for (let rest = number; rest > 0 || text === ''; rest = Math.floor(rest / 64))
    text = (digits[rest % 64] ?? '') + text;
  return text;
}

const gzipped = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

/**
 * A dictionary in StarDict format: .ifo, .idx, .dict.dz and, with synonyms, .syn.
 * @param entries texts by headword
 * @param synonyms headwords by synonym
 */
export async function starDictFiles(
  name: string,
  entries: Readonly<Record<string, string>>,
  {
    type = 'm',
    synonyms = {},
    title = name,
  }: { type?: string; synonyms?: Record<string, string>; title?: string } = {},
): Promise<File[]> {
  const encoder = new TextEncoder();
  const words = Object.keys(entries);
  const parts: Uint8Array[] = [];
  const idx: number[] = [];
  let offset = 0;
  const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  for (const word of words) {
    const text = encoder.encode(entries[word] ?? '');
    idx.push(...encoder.encode(word), 0, ...uint32(offset), ...uint32(text.byteLength));
    parts.push(text);
    offset += text.byteLength;
  }
  const syn = Object.entries(synonyms).flatMap(([word, of]) => [
    ...encoder.encode(word),
    0,
    ...uint32(words.indexOf(of)),
  ]);
  const dict = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  const ifo = `StarDict's dict ifo file\nversion=2.4.2\nwordcount=${words.length}\nidxfilesize=${idx.length}\nbookname=${title}\nsametypesequence=${type}\n`;
  return [
    new File([ifo], `${name}.ifo`),
    new File([new Uint8Array(idx)], `${name}.idx`),
    new File([await gzipped(dict)], `${name}.dict.dz`),
    ...(syn.length > 0 ? [new File([new Uint8Array(syn)], `${name}.syn`)] : []),
  ];
}

/** A dictionary in DICT format: .index and .dict.dz. */
export async function dictdFiles(name: string, entries: Readonly<Record<string, string>>): Promise<File[]> {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const [word, text] of Object.entries(entries)) {
    const bytes = encoder.encode(text);
    lines.push(`${word}\t${base64Number(offset)}\t${base64Number(bytes.byteLength)}`);
    parts.push(bytes);
    offset += bytes.byteLength;
  }
  const dict = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  return [
    new File([`${lines.join('\n')}\n`], `${name}.index`),
    new File([await gzipped(dict)], `${name}.dict.dz`),
  ];
}
