/** @jest-environment node */

import { decodeText, parseCsv } from '@lectern/shared-contracts/domain/csv.ts';
import fc from 'fast-check';
import { readReadingList } from './readingList.ts';

describe('a CSV file', () => {
  test('has cells with commas, quotes and line breaks in them, and lines that end either way', () => {
    expect(parseCsv('\uFEFFa,"b, c","d ""e"""\r\n\r\n"f\ng",,h\n')).toEqual([
      ['a', 'b, c', 'd "e"'],
      ['f\ng', '', 'h'],
    ]);
  });

  test('gives back whatever was written', () => {
    const cell = fc.string();
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }));
    fc.assert(
      fc.property(rows, (table) => {
        const kept = table.filter((row) => row.some((value) => value !== ''));
        const text = kept
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect(parseCsv(`${text}\r\n`)).toEqual(kept);
      }),
    );
  });
});

const goodreads = `Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies
3,"The Hobbit, or There and Back Again",J.R.R.  Tolkien,"Tolkien, J.R.R.",,"=""0618260307""","=""9780618260300""",5,4.28,Houghton Mifflin,Paperback,366,2002,1937,2019/02/03,2018/12/24,"favorites, fantasy","favorites (#1), fantasy (#2)",read,"Of course.<br/><br/>Again &amp; again.",,,1,0
4,Middlemarch,George Eliot,"Eliot, George",,"=""""","=""""",0,4.0,,,,,1871,,2020/13/45,to-read,to-read (#7),to-read,,,,0,0
5,,Nobody,,,,,0,0,,,,,,,2020/01/01,,,read,,,,0,0
6,Ulysses,James Joyce,,,,,3,3.7,,,783,,1922,,2021/05/05,abandoned,,abandoned,,,,0,0`;

const storygraph = `Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,Star Rating,Review,Content Warnings,Tags,Owned?
Emma,"Jane Austen, Fiona Stafford",,9780141439587,paperback,read,2023/01/02,2023/02/10,2023/01/20-2023/02/10,1,,medium,4.25,<div>Sharp.</div>,,"classics, england",No
Dubliners,James Joyce,,c0ffee,digital,currently-reading,2023/03/01,,,0,,,,,,,No
Faust,Goethe,,,digital,did-not-finish,2023/03/01,,,0,,,,,,,No`;

describe('[B-03] a file', () => {
  const words = 'Title,Review\nÉmile,“Très” bien';
  const utf16 = (text: string) =>
    Uint8Array.from(
      [...text].flatMap((letter) => {
        const unit = letter.charCodeAt(0);
        return [unit & 0xff, unit >> 8];
      }),
    );
  const swapped = (bytes: Uint8Array) => bytes.map((_, at) => bytes[at ^ 1] ?? 0);
  test.each([
    ['UTF-8', new TextEncoder().encode(words)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${words}`)],
    ['UTF-16, little endian', utf16(words)],
    ['UTF-16, little endian, with a byte order mark', utf16(`\uFEFF${words}`)],
    ['UTF-16, big endian, with a byte order mark', swapped(utf16(`\uFEFF${words}`))],
    [
      'Windows-1252',
      Uint8Array.from([...words].map((letter) => ({ '“': 0x93, '”': 0x94 })[letter] ?? letter.charCodeAt(0))),
    ],
  ])('is read in %s', (_, bytes) => {
    expect(parseCsv(decodeText(Uint8Array.from(bytes).buffer))).toEqual([
      ['Title', 'Review'],
      ['Émile', '“Très” bien'],
    ]);
  });

  test.each([';', '\t'])('may separate its cells by %j', (separator) => {
    expect(parseCsv(`"a,1"${separator}b\n1,5${separator}2`)).toEqual([
      ['a,1', 'b'],
      ['1,5', '2'],
    ]);
  });
});

describe('a list', () => {
  test('of Goodreads: books with status, stars, dates, shelves as tags, and review', () => {
    const list = readReadingList(goodreads);
    expect(list).toMatchObject({ source: 'Goodreads', skippedRows: 1 });
    expect(list?.books).toEqual([
      {
        book: {
          title: 'The Hobbit, or There and Back Again',
          author: 'J.R.R. Tolkien',
          author_sort: 'Tolkien, J.R.R.',
          publisher: 'Houghton Mifflin',
          published: '1937',
          isbn10: '0618260307',
          isbn13: '9780618260300',
          page_count: 366,
          status: 'completed',
          rating: 5,
          added_at: '2018-12-24T12:00:00.000Z',
          completed_at: '2019-02-03T12:00:00.000Z',
          tags: ['favorites', 'fantasy'],
        },
        review: 'Of course.\n\nAgain & again.',
        note: '',
        readings: [],
      },
      {
        book: {
          title: 'Middlemarch',
          author: 'George Eliot',
          author_sort: 'Eliot, George',
          published: '1871',
          status: 'unread',
        },
        review: '',
        note: 'Date Added: 2020/13/45',
        readings: [],
      },
      {
        book: {
          title: 'Ulysses',
          author: 'James Joyce',
          published: '1922',
          page_count: 783,
          status: 'unread',
          rating: 3,
          added_at: '2021-05-05T12:00:00.000Z',
          tags: ['abandoned'],
        },
        review: '',
        note: '',
        readings: [],
      },
    ]);
  });

  test('of StoryGraph: quarter stars are rounded up, tags stay, what was not finished is paused', () => {
    const list = readReadingList(storygraph);
    expect(list?.source).toBe('StoryGraph');
    expect(
      list?.books.map(({ book }) => [book.title, book.author, book.status, book.rating, book.tags]),
    ).toEqual([
      ['Emma', 'Jane Austen, Fiona Stafford', 'completed', 5, ['classics', 'england']],
      ['Dubliners', 'James Joyce', 'reading', undefined, undefined],
      ['Faust', 'Goethe', 'paused', undefined, undefined],
    ]);
    expect(list?.books[0]).toMatchObject({
      review: 'Sharp.',
      book: { isbn13: '9780141439587', completed_at: '2023-02-10T12:00:00.000Z' },
    });
    expect(list?.books[1]?.book).not.toHaveProperty('isbn13');
  });

  test('[B-03] what fits no field of a book is noted, and what is not kept is named', () => {
    const list =
      readReadingList(`Title,Author,Additional Authors,My Rating,Binding,Date Read,Exclusive Shelf,Private Notes,Read Count,My Review
"Rain (Wet, #1; Drizzle, #4)",Ann  Able,"Bob Baker, Carl Cook",5,Paperback,2020/01/02,read,For <b>me</b>.,3,Good &#8211; it&#x27;s.
Fog,Ann Able,,0,,2020/01/02,currently-reading,,1,`);
    expect(list?.lostColumns).toEqual(['Binding']);
    expect(list?.books).toMatchObject([
      {
        book: { author: 'Ann Able, Bob Baker, Carl Cook', completed_at: '2020-01-02T12:00:00.000Z' },
        review: 'Good – it’s.'.replace('’', "'"),
        note: 'For me.\n\nSeries: Wet, #1; Drizzle, #4\nRead Count: 3',
      },
      { book: { status: 'reading' }, note: 'Date Read: 2020/01/02' },
    ]);
  });

  test('[B-03] of StoryGraph: part stars, contributors and unknown ids are noted', () => {
    const list =
      readReadingList(`Title,Authors,Contributors,ISBN/UID,Read Status,Last Date Read,Dates Read,Read Count,Star Rating,Moods,Review
Half Stars,"Able, Bob Baker",Tom Tongue (Translator),c0ffee,read,2023/02/10,"2022/01/20-2022/02/10, 2023/02/10",2,2.5,tense,<div>One</div><div>two</div>
Low,Ann Able,,,paused,,,0,0.25,,`);
    expect(list?.lostColumns).toEqual(['Moods']);
    expect(list?.books).toMatchObject([
      {
        book: { author: 'Able, Bob Baker', rating: 3, completed_at: '2023-02-10T12:00:00.000Z' },
        review: 'One\ntwo',
        note: ['Star Rating: 2.5', 'ISBN/UID: c0ffee', 'Contributors: Tom Tongue (Translator)'].join('\n'),
      },
      { book: { status: 'paused', rating: 1 }, note: 'Star Rating: 0.25' },
    ]);
  });

  const day = (text: string) => `${text}T12:00:00.000Z`;
  const readingsOf = (status: string, last: string, dates: string) =>
    readReadingList(
      `Title,Read Status,Star Rating,Last Date Read,Dates Read,Read Count\nEmma,${status},,${last},"${dates}",2`,
    )?.books[0];

  test('of StoryGraph: each time that a book was read is a reading, the latest one ends with the book', () => {
    const listed = readingsOf('read', '2023/02/10', '2021/05/01, 2022/1/20-2022/2/3, 2023/02/01-2023/02/10');
    expect(listed?.book.completed_at).toBe(day('2023-02-10'));
    expect(listed?.readings).toEqual([
      { started_at: null, finished_at: day('2021-05-01'), outcome: 'finished' },
      { started_at: day('2022-01-20'), finished_at: day('2022-02-03'), outcome: 'finished' },
      { started_at: day('2023-02-01'), finished_at: null, outcome: null },
    ]);
    expect(listed?.note).toBe('Read Count: 2');
    expect(readingsOf('read', '2023/02/10', '2022/02/03, 2023/02/10')?.note).toBe('');
    expect(readingsOf('currently-reading', '', '2021/05/01-2021/05/02, 2023/02/01-')?.readings).toEqual([
      { started_at: day('2021-05-01'), finished_at: day('2021-05-02'), outcome: 'finished' },
      { started_at: day('2023-02-01'), finished_at: null, outcome: null },
    ]);
  });

  test.each(['2023/02/10-2023/02/01', '2023/13/01, 2023/02/10', 'in spring'])(
    'dates that are not understood are noted: %s',
    (dates) => {
      const listed = readingsOf('read', '2023/02/10', dates);
      expect([listed?.readings, listed?.note]).toEqual([[], `Dates Read: ${dates}\nRead Count: 2`]);
    },
  );

  test.each(['', 'Title,Author\nEmma,Austen', '{"json": true}', '<html>'])(
    'anything else is none: %j',
    (text) => {
      expect(readReadingList(text)).toBeNull();
    },
  );
});
