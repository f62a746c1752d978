/** Width and height in pixels. */
const side = 192;
/** Maximum length of the data URL that the server accepts. */
const largest = 200_000;

/**
 * Crops a picture to a square, scales it down and returns it as a data URL.
 * @returns null when the browser cannot decode the file, or the result is too large
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
