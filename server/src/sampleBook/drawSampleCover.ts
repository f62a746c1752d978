import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { canBeSet, fitText, setFont } from '../ingest/cover/coverType.ts';

const width = 1_200;
const height = 1_800;
const cloth = '#5a1722';
const gold = '#e9c98f';
const paper = '#f7ecd8';

const name = 'Lectern';

/**
 * The cover of the guide: an open book on a lectern, under a lamp.
 * @param title contains `Lectern`
 * @returns a JPEG
 */
export async function drawSampleCover(title: string): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = cloth;
  context.fillRect(0, 0, width, height);
  drawLight(context);
  drawFrame(context);
  drawTitle(context, title);
  context.save();
  context.translate(width / 2, 1_190);
  drawLectern(context);
  context.restore();
  return canvas.encode('jpeg', 90);
}

function drawLight(context: SKRSContext2D): void {
  const light = context.createRadialGradient(width / 2, 1_000, 40, width / 2, 1_000, 780);
  light.addColorStop(0, 'rgba(240, 190, 120, 0.34)');
  light.addColorStop(1, 'rgba(240, 190, 120, 0)');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
}

function drawFrame(context: SKRSContext2D): void {
  context.strokeStyle = gold;
  context.lineWidth = 7;
  context.strokeRect(62, 62, width - 124, height - 124);
  context.lineWidth = 2;
  context.strokeRect(82, 82, width - 164, height - 164);
}

/** The rest of the title is set above the name, in small letters, if there are glyphs for it. */
function drawTitle(context: SKRSContext2D, title: string): void {
  context.textAlign = 'center';
  context.fillStyle = paper;
  const others = title.replace(name, ' ').replaceAll(/\s+/g, ' ').trim();
  if (canBeSet(others)) {
    const box = { width: width - 300, height: 90 };
    const { size } = fitText(context, others, box, { from: 64, to: 44, weight: 400, leading: 1.2, lines: 1 });
    setFont(context, size, 400);
    context.fillText(others, width / 2, 330);
  }
  setFont(context, 168, 500);
  context.fillText(name, width / 2, 500);
  context.fillStyle = gold;
  context.fillRect(width / 2 - 60, 575, 120, 4);
}

/** Origin at the center of the desk, in gold strokes. */
function drawLectern(context: SKRSContext2D): void {
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.strokeStyle = gold;
  context.fillStyle = paper;
  context.lineWidth = 8;
  // The two halves of the book.
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(0, -130);
    context.bezierCurveTo(side * 70, -190, side * 190, -185, side * 270, -150);
    context.lineTo(side * 300, 20);
    context.bezierCurveTo(side * 210, -20, side * 80, -22, 0, 40);
    context.closePath();
    context.fill();
    context.stroke();
    drawLines(context, side);
  }
  context.fillStyle = '#8c5a2e';
  // Ledge, post and foot.
  fillAndStroke(context, [
    [-340, 40],
    [340, 40],
    [310, 92],
    [-310, 92],
  ]);
  fillAndStroke(context, [
    [-42, 92],
    [42, 92],
    [30, 330],
    [-30, 330],
  ]);
  fillAndStroke(context, [
    [-30, 330],
    [30, 330],
    [200, 420],
    [-200, 420],
  ]);
  // The ribbon.
  context.strokeStyle = '#b3392f';
  context.lineWidth = 12;
  context.beginPath();
  context.moveTo(4, 30);
  context.bezierCurveTo(20, 100, -14, 150, 10, 215);
  context.stroke();
}

function drawLines(context: SKRSContext2D, side: number): void {
  context.save();
  context.strokeStyle = 'rgba(70, 40, 30, 0.45)';
  context.lineWidth = 3;
  for (let line = 0; line < 6; line++) {
    const y = -118 + line * 21;
    context.beginPath();
    context.moveTo(side * 34, y - 4);
    context.bezierCurveTo(
      side * 100,
      y - 34,
      side * 180,
      y - 34,
      side * (line === 5 ? 170 : 246 + line * 4),
      y - (line === 5 ? 30 : 16),
    );
    context.stroke();
  }
  context.restore();
}

function fillAndStroke(context: SKRSContext2D, points: readonly (readonly [number, number])[]): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.closePath();
  context.fill();
  context.stroke();
}
