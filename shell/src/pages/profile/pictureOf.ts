/** Pixels of a side. */
const side = 192;
/** Characters of the address that the server takes. */
const largest = 200_000;

/**
 * A picture, cut to a square and made small, as a data address.
 * @returns null when the file is no picture the browser can draw, or stays too large.
 */
export async function pictureOf(file: Blob): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const edge = Math.min(bitmap.width, bitmap.height);
    const [x, y] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2];
    canvas.getContext('2d')?.drawImage(bitmap, x, y, edge, edge, 0, 0, side, side);
    bitmap.close();
    const address = canvas.toDataURL('image/webp', 0.85);
    return /^data:image\/(png|webp);/.test(address) && address.length <= largest ? address : null;
  } catch {
    return null;
  }
}
