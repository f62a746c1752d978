/** @jest-environment node */
import { decodePDFRawStream, degrees, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { annotatedFile } from './annotatedFile.ts';

const level = [100, 200, 300, 214];
const upright = [100, 200, 114, 400];

/** The annotation that is written for an underlined line on a page with a rotation. */
async function underlinedOn(rotation: number, rect: number[]) {
  const made = await PDFDocument.create();
  made.addPage([600, 800]).setRotation(degrees(rotation));
  const position = { page: 1, rects: [rect] };
  const written = await annotatedFile(
    await made.save(),
    [
      {
        mark: { color: 'blue', style: 'underline' },
        page: 1,
        position,
        comment: '',
        updatedAt: '2026-01-01T00:00:00Z',
      },
    ],
    'Reader',
  );
  const { node, doc } = (await PDFDocument.load(written)).getPage(0);
  const annotation = doc.context.lookup(node.Annots()?.get(0), PDFDict);
  const appearance = annotation.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  if (!(appearance instanceof PDFRawStream)) throw new Error('The annotation has no appearance stream.');
  const drawing = new TextDecoder().decode(decodePDFRawStream(appearance).decode());
  const [x = 0, y = 0, width = 0, height = 0] = (/rg (.*) re/.exec(drawing)?.[1] ?? '')
    .split(' ')
    .map(Number);
  return {
    quad: annotation.lookup(PDFName.of('QuadPoints'), PDFArray).asArray().map(Number),
    line: [Math.min(x, x + width), Math.min(y, y + height), Math.max(x, x + width), Math.max(y, y + height)],
  };
}

test.each([
  [0, level, [100, 200, 300, 201], [100, 214, 300, 214, 100, 200, 300, 200]],
  [90, upright, [113, 200, 114, 400], [100, 200, 100, 400, 114, 200, 114, 400]],
  [180, level, [100, 213, 300, 214], [300, 200, 100, 200, 300, 214, 100, 214]],
  [-90, upright, [100, 200, 101, 400], [114, 400, 114, 200, 100, 400, 100, 200]],
])(
  '[P-01] on a page that is rotated by %d the line is below the words as they are seen',
  async (rotation, rect, line, quad) => {
    expect(await underlinedOn(rotation, rect)).toEqual({ line, quad });
  },
);

test.each([90, 270])(
  '[R-11] words that are turned with their page by %d are underlined along',
  async (rotation) => {
    expect(await underlinedOn(rotation, level)).toEqual(await underlinedOn(0, level));
  },
);

test.each([
  [0, [560, 760, 580, 780]],
  [90, [20, 760, 40, 780]],
  [180, [20, 20, 40, 40]],
  [270, [560, 20, 580, 40]],
])(
  '[P-01] on a page that is rotated by %d the note is in the upper right corner as it is seen',
  async (rotation, icon) => {
    const made = await PDFDocument.create();
    made.addPage([600, 800]).setRotation(degrees(rotation));
    const note = {
      mark: null,
      page: 1,
      position: null,
      comment: 'Read again',
      updatedAt: '2026-01-01T00:00:00Z',
    };
    const { node, doc } = (
      await PDFDocument.load(await annotatedFile(await made.save(), [note], 'Reader'))
    ).getPage(0);
    const annotation = doc.context.lookup(node.Annots()?.get(0), PDFDict);
    expect(annotation.lookup(PDFName.of('Rect'), PDFArray).asArray().map(Number)).toEqual(icon);
  },
);
