/** The stamp of a highlight's note. */
export const thoughtStamp = (thought: string | null): string =>
  textStamp({ title: '', content: thought ?? '' });

/**
 * A short hash of a note's text, by which the server knows whether a device has seen the current text. 53 bits
 * (cyrb53 by bryc, public domain) and the length; not for security.
 */
export function textStamp({ title, content }: { title: string; content: string }): string {
  const text = `${title}\n${content}`;
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return `${(4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)}-${text.length.toString(36)}`;
}
