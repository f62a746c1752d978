import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bookTests } from './support/bookTests.ts';
import { makePdf } from './support/pdf.ts';
import { uploadBook } from './support/uploads.ts';

const books = bookTests();

describe('annotations in an uploaded PDF', () => {
  test('become highlights and notes with their authors, once', async () => {
    const file = makePdf({
      pages: [['Call me Ishmael.', 'Some years ago']],
      annotations: [
        '<< /Type /Annot /Subtype /Highlight /Rect [50 733 140 762] /QuadPoints [50 762 140 762 50 747 140 747] /C [0 0.8 0.2] /T (Ann Reader) /Contents (A name to remember) >>',
        '<< /Type /Annot /Subtype /Text /Rect [300 700 320 720] /T (Ben Reader) /Contents (Who is this?) >>',
        '<< /Type /Annot /Subtype /Link /Rect [50 733 140 747] /A << /S /URI /URI (https://example.org/) >> >>',
      ],
    });
    const book = await uploadBook(books.reader, file, 'marked.pdf');
    const params = { id: book.id };
    const [highlight, ...others] = (await books.reader.call('GET /books/:id/highlights', { params })).items;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [highlight?.text, highlight?.color, highlight?.style, highlight?.page, highlight?.note],
      ['Call me Ishmael.', 'green', 'highlight', 1, 'A name to remember\n— Ann Reader'],
    );
    assert.deepEqual(highlight?.position?.rects, [[50, 747, 140, 762]]);
    const notesOf = async () =>
      (await books.reader.call('GET /notes/:bookId', { params: { bookId: book.id } })).items.map(
        ({ content, page }) => [content, page],
      );
    assert.deepEqual(await notesOf(), [['Who is this?\n— Ben Reader', 1]]);
    await books.reader.call('DELETE /highlights/:id', { params: { id: highlight?.id ?? '' } });
    await uploadBook(books.reader, file, 'again.pdf');
    assert.deepEqual((await books.reader.call('GET /books/:id/highlights', { params })).items, []);
    assert.equal((await notesOf()).length, 1);
  });

  test('a highlight over a line break has no hyphen of the line; marks for proofs become notes, what is hidden or a mere status does not', async () => {
    const quad = (left: number, bottom: number, right: number) =>
      [left, bottom + 15, right, bottom + 15, left, bottom, right, bottom].join(' ');
    const file = makePdf({
      pages: [['We keep a memo-', 'ry of small ships']],
      annotations: [
        `<< /Type /Annot /Subtype /Highlight /Rect [50 730 200 762] /QuadPoints [${quad(50, 747, 200)} ${quad(50, 733, 200)}] >>`,
        `<< /Type /Annot /Subtype /StrikeOut /Rect [50 730 90 750] /QuadPoints [${quad(50, 733, 90)}] /Contents (Say: of many) >>`,
        '<< /Type /Annot /Subtype /Caret /Rect [90 733 96 740] /Contents (three) >>',
        `<< /Type /Annot /Subtype /Underline /F 2 /Rect [50 747 90 762] /QuadPoints [${quad(50, 747, 90)}] /Contents (hidden) >>`,
        '<< /Type /Annot /Subtype /Text /Rect [300 700 320 720] /Contents (Completed set by Ann) /State (Completed) /StateModel (Review) >>',
      ],
    });
    const book = await uploadBook(books.reader, file, 'proofs.pdf');
    const { items } = await books.reader.call('GET /books/:id/highlights', { params: { id: book.id } });
    assert.deepEqual(
      items.map(({ text }) => text),
      ['We keep a memory of small ships'],
    );
    const notes = await books.reader.call('GET /notes/:bookId', { params: { bookId: book.id } });
    assert.deepEqual(notes.items.map(({ content }) => content).sort(), ['Say: of many', 'three']);
  });
});
