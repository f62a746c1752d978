import type { Client } from './client.ts';

const protocol = { 'tus-resumable': '1.0.0' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * Creates an upload.
 * @returns the response; its Location is the upload's URL
 */
export function begin(
  who: Client,
  size: number | string,
  {
    filename = 'book.epub',
    metadata = { filename },
    headers = {},
  }: { filename?: string; metadata?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Response> {
  return who.fetch('/v1/uploads/files', {
    method: 'POST',
    headers: {
      ...protocol,
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${base64(value)}`)
        .join(','),
      ...headers,
    },
  });
}

export function send(
  who: Client,
  address: string,
  bytes: Uint8Array,
  offset = 0,
  signal?: AbortSignal,
): Promise<Response> {
  return who.fetch(address, {
    method: 'PATCH',
    headers: {
      ...protocol,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from(bytes),
    ...(signal ? { signal } : {}),
  });
}

/** The number of received bytes; null when the upload is unknown. */
export async function received(who: Client, address: string): Promise<number | null> {
  const response = await who.fetch(address, { method: 'HEAD', headers: protocol });
  const offset = response.headers.get('upload-offset');
  return response.ok && offset !== null ? Number(offset) : null;
}

/** The URL of a new upload of this size. */
export async function address(who: Client, size: number, filename?: string): Promise<string> {
  const response = await begin(who, size, filename === undefined ? {} : { filename });
  const location = response.headers.get('location');
  if (response.status !== 201 || location === null)
    throw new Error(`${response.status} ${await response.text()}`);
  return location;
}

export const idOf = (location: string) => location.slice(location.lastIndexOf('/') + 1);
