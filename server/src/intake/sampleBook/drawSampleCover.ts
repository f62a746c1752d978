import { readFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { canBeSet, fitText, setFont } from '../ingest/cover/coverType.ts';

const [width, height] = [1_200, 1_800];
const name = 'Lectern';

/**
 * The cover of the guide: its picture (sampleBook/cover.svg) with the title. What the title has besides the name is set
 * above it, in small letters, if there are glyphs for it.
 * @param title contains `Lectern`
 * @returns a JPEG
 */
export async function drawSampleCover(title: string): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const picture = await readFile(new URL('../../../sampleBook/cover.svg', import.meta.url));
  context.drawImage(await loadImage(picture), 0, 0);
  context.textAlign = 'center';
  context.fillStyle = '#f7ecd8';
  const others = title.replace(name, ' ').replaceAll(/\s+/g, ' ').trim();
  if (canBeSet(others)) {
    const box = { width: width - 300, height: 90 };
    const { size } = fitText(context, others, box, { from: 64, to: 44, weight: 400, leading: 1.2, lines: 1 });
    setFont(context, size, 400);
    context.fillText(others, width / 2, 330);
  }
  setFont(context, 168, 500);
  context.fillText(name, width / 2, 500);
  return canvas.encode('jpeg', 90);
}
