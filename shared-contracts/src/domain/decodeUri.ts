/** Decodes a part of a URL. Text with malformed escapes is returned unchanged. */
export function decodeUri(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
