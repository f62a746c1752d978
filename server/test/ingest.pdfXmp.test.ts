import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ingested } from './support/ingested.ts';
import { makePdf, type PdfParts } from './support/pdf.ts';

const metadataOf = async (parts: PdfParts) => (await ingested(makePdf(parts), 'a.pdf')).book.metadata;

const alternatives = (texts: Readonly<Record<string, string>>) =>
  `<rdf:Alt>${Object.entries(texts)
    .map(([language, value]) => `<rdf:li xml:lang="${language}">${value}</rdf:li>`)
    .join('')}</rdf:Alt>`;
const bag = (...texts: string[]) =>
  `<rdf:Bag>${texts.map((value) => `<rdf:li>${value}</rdf:li>`).join('')}</rdf:Bag>`;

describe('[B-01] the XMP of a PDF', () => {
  it('has its title and description in one language: the default, else that of the document', async () => {
    const title = async (texts: Readonly<Record<string, string>>, catalog = '') =>
      (await metadataOf({ xmp: { 'dc:title': alternatives(texts) }, catalog })).title;
    assert.equal(await title({ de: 'Deutscher Titel', 'x-default': 'Default Title' }), 'Default Title');
    assert.equal(await title({ en: 'A Title', de: 'Deutscher Titel' }, '/Lang (de-AT)'), 'Deutscher Titel');
    assert.equal(await title({ en: 'A Title', fr: 'Un titre' }, '/Lang (de)'), 'A Title');
    const description = alternatives({ 'x-default': 'About kettles.', de: 'Von Kesseln.' });
    assert.equal(
      (await metadataOf({ xmp: { 'dc:description': description } })).description,
      'About kettles.',
    );
  });

  it('has authors, publisher, language, date, subject, series and ISBN', async () => {
    const { title, cover, ...metadata } = (await metadataOf({
      info: { Title: 'Old title', Author: 'Ann Able' },
      catalog: '/Lang (en)',
      xmp: {
        'dc:creator': bag('Ann Able', 'Bob Baker').replaceAll('Bag', 'Seq'),
        'dc:language': bag('fr'),
        'dc:date': bag('2011-04-05T10:00:00Z').replaceAll('Bag', 'Seq'),
        'dc:publisher': bag('House &amp; Co'),
        'dc:subject': bag('Botany -- Fiction', 'Botany'),
        'dc:identifier': 'urn:isbn:9780306406157',
        'calibre:series':
          '<rdf:Description><rdf:value>Green Books</rdf:value><calibreSI:series_index>2.50</calibreSI:series_index></rdf:Description>',
      },
    })) as unknown as Record<string, unknown>;
    assert.equal(title, 'Old title');
    assert.equal(cover, undefined);
    assert.deepEqual(metadata, {
      author: 'Ann Able, Bob Baker',
      description: null,
      genre: 'Botany',
      language: 'fr',
      publisher: 'House & Co',
      published: '2011-04-05',
      series: 'Green Books',
      series_index: 2.5,
      isbn: '9780306406157',
      isbn10: '0306406152',
      isbn13: '9780306406157',
    });
  });

  it('has an ISBN wherever programs write one', async () => {
    const isbn = async (parts: PdfParts) => (await metadataOf(parts)).isbn13;
    const scheme = '<xmpidq:Scheme>isbn</xmpidq:Scheme><rdf:value>9780306406157</rdf:value>';
    const resource = `<rdf:Bag><rdf:li rdf:parseType="Resource">${scheme}</rdf:li></rdf:Bag>`;
    assert.equal(await isbn({ xmp: { 'prism:isbn': '978-0-306-40615-7' } }), '9780306406157');
    assert.equal(await isbn({ xmp: { 'xmp:Identifier': resource } }), '9780306406157');
    assert.equal(await isbn({ info: { Keywords: 'plants, 9780306406157' } }), '9780306406157');
  });

  it('that cannot be parsed leaves what the info dictionary says', async () => {
    const xmp = { 'dc:title': '<rdf:Alt><rdf:li xml:lang="x-default">'.repeat(600) };
    assert.equal((await metadataOf({ xmp, info: { Title: 'A Book' } })).title, 'A Book');
  });
});
