/** Saves bytes as a download, with a generic type so that the browser never opens them. */
export function saveFile(bytes: Uint8Array, name: string, type = 'application/octet-stream'): void {
  const address = URL.createObjectURL(new Blob([bytes as BlobPart], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started; the URL is kept until the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
