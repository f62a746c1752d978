/** Width and height of the avatar in pixels. */
const side = 192;
/** Maximum length of the data URL that the server accepts. */
const maxLength = 200_000;

/**
 * Makes an avatar of a picture: crops it to a square and scales it down.
 * @returns a data URL; null when the browser cannot decode the file, or the result is too large
 */
export async function avatarOf(file: Blob): Promise<string | null> {
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
    return /^data:image\/(png|webp);/.test(address) && address.length <= maxLength ? address : null;
  } catch {
    return null;
  }
}
