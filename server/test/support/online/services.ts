/** Answers with the shapes of the three services, from their public documentation, about an invented book. */

export const isbn = '9780306406157';

/** https://openlibrary.org/dev/docs/api/search, and the JSON of works and editions. */
const openLibrary = {
  '/openlibrary.org/search.json': {
    numFound: 1,
    start: 0,
    numFoundExact: true,
    docs: [
      {
        key: '/works/OL45804W',
        title: 'The Lamp',
        author_name: ['Ada Writer', 'Bea Writer'],
        cover_i: 14,
        subject: ['Lighthouses', 'Fiction'],
        editions: {
          numFound: 1,
          docs: [
            {
              key: '/books/OL7353617M',
              title: 'The Lamp',
              subtitle: 'A story of the sea',
              publisher: ['Harbor Press'],
              publish_date: ['March 4, 2001'],
              language: ['ger'],
              isbn: ['0306406152', isbn],
              cover_i: 15,
            },
          ],
        },
      },
    ],
  },
  '/openlibrary.org/books/OL7353617M.json': { key: '/books/OL7353617M', series: ['Coasts, #2'] },
  '/openlibrary.org/works/OL45804W.json': {
    key: '/works/OL45804W',
    description: { type: '/type/text', value: 'A keeper.\r\n\r\nA storm.' },
  },
};

/** https://developers.google.com/books/docs/v1/reference/volumes */
const google = {
  '/www.googleapis.com/books/v1/volumes': {
    kind: 'books#volumes',
    totalItems: 1,
    items: [
      {
        kind: 'books#volume',
        id: 'zyTCAlFPjgYC',
        volumeInfo: {
          title: 'The Lamp',
          authors: ['Ada Writer'],
          publisher: 'Harbor',
          publishedDate: '2001-03-04',
          description: '<p>A keeper, <b>alone</b>.</p><script>alert(1)</script>',
          industryIdentifiers: [
            { type: 'ISBN_10', identifier: '0306406152' },
            { type: 'ISBN_13', identifier: isbn },
          ],
          categories: ['Fiction'],
          imageLinks: {
            thumbnail: 'http://books.google.com/books/content?id=zyTCAlFPjgYC&img=1&zoom=1&edge=curl',
          },
          language: 'en',
        },
      },
    ],
  },
};

const item = (id: string) => ({
  rank: 'normal',
  mainsnak: { snaktype: 'value', datavalue: { type: 'wikibase-entityid', value: { id } } },
});
const value = (of: unknown) => ({
  rank: 'normal',
  mainsnak: { snaktype: 'value', datavalue: { value: of } },
});
const label = (text: string) => ({ labels: { en: { language: 'en', value: text } } });

/** https://www.wikidata.org/w/api.php?action=help, and the JSON of Wikibase's data model. */
const wikidata = (query: URLSearchParams) => {
  if (query.get('action') === 'query') return { query: { search: [{ ns: 0, title: 'Q100', snippet: '' }] } };
  if (query.get('ids') !== 'Q100')
    return {
      success: 1,
      entities: {
        Q1: label('Ada Writer'),
        Q2: label('Harbor Press'),
        Q3: label('Coasts'),
        Q4: label('sea story'),
      },
    };
  return {
    success: 1,
    entities: {
      Q100: {
        ...label('The Lamp'),
        claims: {
          P1476: [value({ text: 'The Lamp', language: 'en' })],
          P50: [item('Q1')],
          P2093: [value('Bea Writer')],
          P123: [item('Q2')],
          P136: [item('Q4')],
          P577: [value({ time: '+2001-03-00T00:00:00Z', precision: 10 })],
          P179: [
            { ...item('Q3'), qualifiers: { P1545: [{ snaktype: 'value', datavalue: { value: '2' } }] } },
          ],
          P212: [value('978-0-306-40615-7')],
          P18: [value('The Lamp.jpg')],
        },
      },
    },
  };
};

/** The answer to an address of the stand-in; undefined where the services have none. */
export function answerTo(url: URL): unknown {
  if (url.pathname === '/www.wikidata.org/w/api.php') return wikidata(url.searchParams);
  const answers: Record<string, unknown> = { ...openLibrary, ...google };
  return answers[url.pathname];
}
