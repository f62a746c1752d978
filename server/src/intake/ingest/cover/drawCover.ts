import { coverDesign, coverLabel } from '@lectern/shared-contracts/domain/books/coverDesign.ts';
import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { coverSizes } from '../../../store/blobs/blobs.ts';
import { canBeSet, fitText, type SetLines, setFont } from './coverType.ts';

/** An RGBA picture, row by row. */
export interface Drawn {
  pixels: Buffer;
  width: number;
  height: number;
}

interface Lettering {
  title: string;
  author: string;
}

/** Glyphs are measured in half pixels. */
const half = 0.5;
const width = coverSizes.large.width / half;
const height = coverSizes.large.height / half;

/**
 * A plain edition: a paper label on patterned cloth. The title determines both, so a book always looks the same.
 * Without glyphs for the title, only cloth is drawn.
 */
export function drawGeneratedCover({ title, author }: Lettering): Drawn {
  const { canvas, context } = blankCover();
  const { cloth, ornament, tile } = coverDesign(title);
  context.fillStyle = cloth.ground;
  context.fillRect(0, 0, width, height);
  drawOrnament(context, ornament, cloth.ornament, ((tile / 100) * width) / 20);
  if (canBeSet(title)) drawLabel(context, { title, author: canBeSet(author) ? author : '' });
  return drawnOf(canvas);
}

function drawOrnament(context: SKRSContext2D, path: string, ink: string, scale: number): void {
  const shape = new Path2D(path);
  context.save();
  context.strokeStyle = ink;
  context.lineWidth = 1.1;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.scale(scale, scale);
  for (let y = 0; y < height / scale; y += 20) {
    for (let x = 0; x < width / scale; x += 20) {
      context.save();
      context.translate(x, y);
      context.stroke(shape);
      context.restore();
    }
  }
  context.restore();
}

function drawLabel(context: SKRSContext2D, { title, author }: Lettering): void {
  const inset = 58;
  const inner = { width: width - 2 * inset - 76, height: 330 };
  const titled = fitText(context, title, inner, { from: 66, to: 25, weight: 500, leading: 1.14, lines: 7 });
  const sizes = { from: 28, to: 19, weight: 400, leading: 1.25, lines: 3 };
  const named = author === '' ? null : fitText(context, author, { ...inner, height: 80 }, sizes);
  const content = titled.height + (named ? 64 + named.height : 0);
  const box = Math.max(300, content + 120);
  const top = 112;
  context.fillStyle = coverLabel.ground;
  context.fillRect(inset, top, width - 2 * inset, box);
  context.strokeStyle = coverLabel.ink;
  context.lineWidth = 2.5;
  context.strokeRect(inset + 13, top + 13, width - 2 * inset - 26, box - 26);
  context.lineWidth = 1;
  context.strokeRect(inset + 19, top + 19, width - 2 * inset - 38, box - 38);
  let y = top + (box - content) / 2;
  y = drawLines(context, titled, 500, coverLabel.ink, y);
  if (!named) return;
  context.globalAlpha = 0.55;
  context.fillStyle = coverLabel.ink;
  context.fillRect(width / 2 - 30, y + 30, 60, 2.5);
  context.globalAlpha = 1;
  drawLines(context, named, 400, coverLabel.ink, y + 64);
}

function drawLines(context: SKRSContext2D, set: SetLines, weight: number, ink: string, top: number): number {
  setFont(context, set.size, weight);
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  set.lines.forEach((line, index) => {
    context.direction = /^[^\p{L}]*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u.test(line)
      ? 'rtl'
      : 'ltr';
    context.fillText(line, width / 2, top + set.lineHeight * index + set.size * 0.92);
  });
  return top + set.height;
}

/** Title and author on a dark band at the bottom, transparent above, to be laid over a picture without text. */
export function drawTitlePlate({ title, author }: Lettering): Drawn {
  const { canvas, context } = blankCover();
  const box = { width: width - 96, height: 150 };
  if (!canBeSet(title)) return drawnOf(canvas);
  const titled = fitText(context, title, box, { from: 50, to: 24, weight: 600, leading: 1.12, lines: 3 });
  const sizes = { from: 25, to: 18, weight: 400, leading: 1.25, lines: 2 };
  const named = author === '' ? null : fitText(context, author, { ...box, height: 60 }, sizes);
  const content = titled.height + (named ? 18 + named.height : 0);
  const band = content + 64;
  const top = height - band - 40;
  context.fillStyle = 'rgba(12, 10, 9, 0.78)';
  context.fillRect(0, top, width, band);
  const y = drawLines(context, titled, 600, '#fffaf0', top + 30);
  if (named) drawLines(context, named, 400, '#f1e7d6', y + 18);
  return drawnOf(canvas);
}

/** Has the size of the largest cover. */
function blankCover(): { canvas: Canvas; context: SKRSContext2D } {
  const canvas = createCanvas(coverSizes.large.width, coverSizes.large.height);
  const context = canvas.getContext('2d');
  context.scale(half, half);
  return { canvas, context };
}

/** Straight (not premultiplied) RGBA, as sharp needs it. */
function drawnOf(canvas: Canvas): Drawn {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return {
    pixels: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    width: canvas.width,
    height: canvas.height,
  };
}
