/**
 * Lets the browser download what is at an address: it goes to the reader's downloads as it arrives, whatever its size.
 */
export function startDownload(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
