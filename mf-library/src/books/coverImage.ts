/** Twice the largest cover that is ever shown. */
const most = { width: 512, height: 768 };

/**
 * A picture as a JPEG in base64, no larger than a cover needs: a photograph of a telephone is ten megabytes, and must
 * wait in the queue. Rejects when the browser cannot read the file as a picture.
 */
export async function coverImage(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, Math.max(most.width / picture.width, most.height / picture.height));
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
