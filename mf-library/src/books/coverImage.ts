/** Twice the width of the largest cover shown. */
const maxSize = { width: 512, height: 768 };

/**
 * Resizes a picture to a JPEG in base64: a phone's photo has ten megabytes, and the queue
 * stores it. Rejects when the browser cannot decode the file.
 */
export async function coverImage(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, Math.max(maxSize.width / picture.width, maxSize.height / picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', 0.88).replace(/^data:[^,]*,/, '');
}

/** A picture of the server in base64 as a file. */
export const pictureOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type: 'image/webp' });
