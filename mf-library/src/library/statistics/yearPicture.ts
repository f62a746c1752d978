import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { light } from '@lectern/shared-ui/palette.ts';

/** What is written on the picture of a year. */
export interface YearPicture {
  title: string;
  /** The line in large letters. */
  counted: string;
  facts: readonly string[];
  /** Twelve names of months with their amounts. */
  months: readonly { name: string; amount: number }[];
  quotes: readonly { text: string; source: string }[];
  /** BCP 47 tag. */
  language: string;
  direction: 'ltr' | 'rtl';
}

const size = { width: 1080, height: 1350, margin: 96, bars: 150 };
const serif = "'Literata Variable', Georgia, serif";
const sans = "'Figtree Variable', system-ui, sans-serif";

/** Saves the year as a PNG. */
export async function saveYearPicture(picture: YearPicture, name: string): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  await Promise.all([serif, sans].map((family) => document.fonts.load(`40px ${family}`, picture.title)));
  draw(context, picture);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveFile(new Uint8Array(await blob.arrayBuffer()), name, 'image/png');
}

function draw(context: CanvasRenderingContext2D, picture: YearPicture): void {
  const { width, height, margin, bars } = size;
  const rtl = picture.direction === 'rtl';
  const start = rtl ? width - margin : margin;
  context.direction = picture.direction;
  context.textAlign = 'start';
  context.fillStyle = light.surface;
  context.fillRect(0, 0, width, height);

  let y = margin;
  /** Lines of text from `y` down. @returns whether all of it fits above `bottom` */
  const write = (text: string, font: string, line: number, ink: string, bottom = height - margin) => {
    context.font = font;
    const lines = wrap(context, text, width - 2 * margin, picture.language);
    if (y + lines.length * line > bottom) return false;
    context.fillStyle = ink;
    for (const each of lines) {
      y += line;
      context.fillText(each, start, y);
    }
    return true;
  };
  write(picture.title, `40px ${serif}`, 48, light.textMuted);
  y += 40;
  write(picture.counted, `96px ${serif}`, 108, light.text);
  y += 32;
  for (const fact of picture.facts) write(fact, `32px ${serif}`, 46, light.text);

  y += 48 + bars;
  const most = Math.max(1, ...picture.months.map(({ amount }) => amount));
  const step = (width - 2 * margin) / picture.months.length;
  context.textAlign = 'center';
  context.font = `24px ${sans}`;
  for (const [index, { name, amount }] of picture.months.entries()) {
    const left = margin + step * (rtl ? 11 - index : index);
    const tall = amount > 0 ? Math.max(4, (bars * amount) / most) : 0;
    context.fillStyle = light.progress;
    context.fillRect(left + step * 0.15, y - tall, step * 0.7, tall);
    context.fillStyle = light.textMuted;
    context.fillText(name, left + step / 2, y + 34);
  }
  context.fillStyle = light.lineStrong;
  context.fillRect(margin, y, width - 2 * margin, 2);
  context.textAlign = 'start';

  y += 76;
  for (const { text, source } of picture.quotes) {
    if (!write(`“${text}”`, `italic 32px ${serif}`, 46, light.text, height - margin - 60)) break;
    write(source, `26px ${sans}`, 40, light.textMuted);
    y += 24;
  }
  y = height - margin - 8;
  write('Lectern', `28px ${serif}`, 0, light.accent, height);
}

/** Breaks a text into lines, between words also where no spaces are written. */
function wrap(context: CanvasRenderingContext2D, text: string, width: number, language: string): string[] {
  const words = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  const lines = [''];
  for (const { segment } of words) {
    const line = (lines.at(-1) ?? '') + segment;
    // A mark after a word stays on its line.
    if (context.measureText(line.trimEnd()).width > width && /[\p{L}\p{N}]/u.test(segment))
      lines.push(segment);
    else lines[lines.length - 1] = line;
  }
  return lines.map((line) => line.trim());
}
