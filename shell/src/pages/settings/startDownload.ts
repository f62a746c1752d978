/**
 * Starts a browser download from a URL. It is streamed to disk, so its size does not matter.
 */
export function startDownload(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
