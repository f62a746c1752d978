/**
 * Starts a browser download from a URL. It is streamed to disk, so its size does not matter.
 * @param name of the file; by default that of the response
 */
export function startDownload(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves content as a download, by default with a generic type so that the browser never opens it. */
export function saveFile(
  content: Uint8Array | string | readonly string[],
  name: string,
  type = 'application/octet-stream',
): void {
  const parts = Array.isArray(content) ? content : [content as BlobPart];
  const address = URL.createObjectURL(new Blob(parts, { type }));
  startDownload(address, name);
  // The URL is kept until the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
