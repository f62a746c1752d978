import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { Mark } from '../src/devices/annotations/reading/formats/mark.ts';
import { readMarks } from '../src/devices/annotations/reading/readMarks.ts';
import { rawZip } from './support/rawZip.ts';

const read = (text: string) => readMarks(Buffer.from(text));
const short = ({ kind, quote, body, created, page, order, color }: Mark) => ({
  kind,
  text: quote?.exact ?? null,
  body,
  created,
  page,
  order: order ?? null,
  color,
});

const entry = (about: string, words = 'Call me Ishmael.') =>
  `Moby-Dick (Melville, Herman)\r\n${about}\r\n\r\n${words}\r\n==========\r\n`;
const when = '2026-11-29T22:11:12.000Z';

/** As Kindles write them in their languages: highlight, note, bookmark. */
const languages: Record<string, [string, string, string]> = {
  English: [
    '- Your Highlight on page 12 | Location 170-172 | Added on Sunday, November 29, 2026 10:11:12 PM',
    '- Your Note on page 12 | Location 180 | Added on Sunday, November 29, 2026 10:11:12 PM',
    '- Your Bookmark on page 12 | Location 190 | Added on Sunday, November 29, 2026 10:11:12 PM',
  ],
  German: [
    '- Ihre Markierung auf Seite 12 | bei Position 170-172 | Hinzugefügt am Sonntag, 29. November 2026 22:11:12',
    '- Ihre Notiz auf Seite 12 | bei Position 180 | Hinzugefügt am Sonntag, 29. November 2026 22:11:12',
    '- Ihr Lesezeichen auf Seite 12 | bei Position 190 | Hinzugefügt am Sonntag, 29. November 2026 22:11:12',
  ],
  French: [
    '- Votre surlignement sur la page 12 | emplacement 170-172 | Ajouté le dimanche 29 novembre 2026 22:11:12',
    '- Votre note sur la page 12 | emplacement 180 | Ajouté le dimanche 29 novembre 2026 22:11:12',
    '- Votre signet sur la page 12 | emplacement 190 | Ajouté le dimanche 29 novembre 2026 22:11:12',
  ],
  Spanish: [
    '- Tu subrayado en la página 12 | posición 170-172 | Añadido el domingo, 29 de noviembre de 2026 22:11:12',
    '- Tu nota en la página 12 | posición 180 | Añadido el domingo, 29 de noviembre de 2026 22:11:12',
    '- Tu marcador en la página 12 | posición 190 | Añadido el domingo, 29 de noviembre de 2026 22:11:12',
  ],
  Italian: [
    '- La tua evidenziazione a pagina 12 | posizione 170-172 | Aggiunto in data domenica 29 novembre 2026 22:11:12',
    '- La tua nota a pagina 12 | posizione 180 | Aggiunto in data domenica 29 novembre 2026 22:11:12',
    '- Il tuo segnalibro a pagina 12 | posizione 190 | Aggiunto in data domenica 29 novembre 2026 22:11:12',
  ],
  Portuguese: [
    '- Seu destaque na página 12 | posição 170-172 | Adicionado: domingo, 29 de novembro de 2026 22:11:12',
    '- Sua nota na página 12 | posição 180 | Adicionado: domingo, 29 de novembro de 2026 22:11:12',
    '- Seu marcador na página 12 | posição 190 | Adicionado: domingo, 29 de novembro de 2026 22:11:12',
  ],
  Dutch: [
    '- Je markering op pagina 12 | Locatie 170-172 | Toegevoegd op zondag 29 november 2026 22:11:12',
    '- Je notitie op pagina 12 | Locatie 180 | Toegevoegd op zondag 29 november 2026 22:11:12',
    '- Je bladwijzer op pagina 12 | Locatie 190 | Toegevoegd op zondag 29 november 2026 22:11:12',
  ],
  Russian: [
    '- Ваш выделенный отрывок на странице 12 | Место 170–172 | Добавлено: воскресенье, 29 ноября 2026 г. в 22:11:12',
    '- Ваша заметка на странице 12 | Место 180 | Добавлено: воскресенье, 29 ноября 2026 г. в 22:11:12',
    '- Ваша закладка на странице 12 | Место 190 | Добавлено: воскресенье, 29 ноября 2026 г. в 22:11:12',
  ],
  Japanese: [
    '- 12ページ|位置No. 170-172のハイライト |作成日: 2026年11月29日日曜日 22:11:12',
    '- 12ページ|位置No. 180のメモ |作成日: 2026年11月29日日曜日 22:11:12',
    '- 12ページ|位置No. 190のブックマーク |作成日: 2026年11月29日日曜日 22:11:12',
  ],
  Chinese: [
    '- 您在第 12 页（位置 #170-172）的标注 | 添加于 2026年11月29日星期日 下午10:11:12',
    '- 您在第 12 页（位置 #180）的笔记 | 添加于 2026年11月29日星期日 下午10:11:12',
    '- 您在第 12 页（位置 #190）的书签 | 添加于 2026年11月29日星期日 下午10:11:12',
  ],
};

describe('My Clippings.txt of a Kindle', () => {
  for (const [language, [highlight, note, bookmark]] of Object.entries(languages))
    test(`in ${language}: kind, page, location and date`, async () => {
      const [set] = await read(`\uFEFF${entry(highlight)}${entry(note, 'A thought')}${entry(bookmark, '')}`);
      assert.deepEqual(set?.about.title, 'Moby-Dick');
      assert.equal(set?.about.author, 'Herman Melville');
      const all = set?.marks.map(short) ?? [];
      assert.deepEqual(all.slice(0, 2), [
        {
          kind: 'highlight',
          text: 'Call me Ishmael.',
          body: null,
          created: when,
          page: 12,
          order: 170,
          color: 'yellow',
        },
        { kind: 'note', text: null, body: 'A thought', created: when, page: 12, order: 180, color: null },
      ]);
      assert.equal(all[2]?.kind, 'bookmark');
      assert.match(all[2]?.body ?? '', /190/);
      assert.equal(all.length, 3);
    });

  const cases: [string, string, [string | null, string | null][]][] = [
    [
      'a note at the end of a highlight is its thought',
      entry('- Your Highlight on Location 170-172 | Added on x') +
        entry('- Your Note on Location 172 | Added on x', 'So'),
      [['Call me Ishmael.', 'So']],
    ],
    [
      'a note that was continued stays once, and another one is kept too',
      entry('- Your Highlight on Location 170-172 | Added on x') +
        entry('- Your Note on Location 172 | Added on x', 'So') +
        entry('- Your Note on Location 172 | Added on x', 'So it is') +
        entry('- Your Note on Location 172 | Added on x', 'Or not'),
      [['Call me Ishmael.', 'So it is\n\nOr not']],
    ],
    [
      'of two highlights on a page, each has the note that follows it, as KOReader writes them',
      entry('- Your highlight on page 9 | Added on x', 'First') +
        entry('- Your note on page 9 | Added on x', 'To the first') +
        entry('- Your highlight on page 9 | Added on x', 'Second') +
        entry('- Your note on page 9 | Added on x', 'To the second'),
      [
        ['First', 'To the first'],
        ['Second', 'To the second'],
      ],
    ],
    [
      'a highlight of a picture, which has no words, replaces none',
      entry('- Your Highlight on page 9 | Added on x') + entry('- Your Highlight on page 9 | Added on x', ''),
      [
        ['Call me Ishmael.', null],
        [null, null],
      ],
    ],
    [
      'of a highlight that was made longer, the last stays',
      entry('- Your Highlight on Location 170-171 | Added on x', 'Call me') +
        entry('- Your Highlight on Location 170-172 | Added on x'),
      [['Call me Ishmael.', null]],
    ],
    [
      'locations as old Kindles write them',
      entry('- Highlight Loc. 170-72  | Added on Sunday, November 29, 2026, 10:11 PM') +
        entry('- Note Loc. 172  | Added on Sunday, November 29, 2026, 10:12 PM', 'So'),
      [['Call me Ishmael.', 'So']],
    ],
    [
      'an entry that is cut off is left out',
      `${entry('- Your Highlight on page 1 | Added on x')}Moby-Dick`,
      [['Call me Ishmael.', null]],
    ],
  ];
  for (const [title, text, expected] of cases)
    test(title, async () => {
      const [set] = await read(text);
      assert.deepEqual(
        set?.marks.map(({ quote, body }) => [quote?.exact ?? null, body]),
        expected,
      );
    });

  test('a mark has the same id in a later file', async () => {
    const first = entry('- Your Highlight on Location 170-172 | Added on x');
    const later = entry('- Your Highlight on Location 9-10 | Added on x', 'Other') + first;
    const [[one], [, again]] = [(await read(first))[0]?.marks ?? [], (await read(later))[0]?.marks ?? []];
    assert.equal(one?.id, again?.id);
  });
});

const koreader = `-- metadata
return {
    ["annotations"] = {
        [1] = {
            ["chapter"] = "Loomings", ["color"] = "olive", ["datetime"] = "2026-11-29 22:11:12", ["drawer"] = "underscore",
            ["note"] = "A \\"thought\\"\\
in two lines", ["page"] = "/body/DocFragment[3]/body/p[1]/text().0", ["pageno"] = 12,
            ["pos0"] = "/body/DocFragment[3]/body/p[1]/text().0", ["text"] = "Call me Ishmael.",
        },
        [2] = { ["datetime"] = "2026-11-29 22:11:12", ["page"] = 13, ["text"] = "in Loomings" },
    },
    ["doc_props"] = { ["authors"] = "Herman Melville", ["title"] = "Moby-Dick", },
    ["partial_md5_checksum"] = "0123456789abcdef0123456789abcdef",
    ["doc_pages"] = 500, ["is_ok"] = true, [ "x" ] = nil,
}
`;

function koboFile(): Buffer {
  const db = new Database(':memory:');
  db.exec(`create table content (ContentID text, Title text, Attribution text, ISBN text);
    create table Bookmark (BookmarkID text, VolumeID text, Text text, Annotation text, Type text, Color integer,
      ChapterProgress real, DateCreated text, DateModified text);
    insert into content values ('file:///a.epub', 'Moby-Dick', 'Herman Melville', '9780142437247');
    insert into Bookmark values ('1', 'file:///a.epub', 'Call me Ishmael.', 'So', 'note', 2, 0.1,
      '2026-11-29T22:11:12.000', '2026-11-29T22:11:12Z');
    insert into Bookmark values ('2', 'file:///Other_Book.kepub.epub', 'Words', null, 'highlight', 0, 0.5, null, null);`);
  const file = db.serialize();
  db.close();
  return file;
}

const ishmael = { text: 'Call me Ishmael.', created: when };
const formats: [string, Buffer | string, object[]][] = [
  [
    'the notebook of the Kindle apps',
    `<?xml version="1.0"?><!DOCTYPE html><html><body><div class="bookTitle">Moby-Dick</div><div class="authors">Melville, Herman</div>
      <div class="sectionHeading">Loomings</div>
      <div class="noteHeading">Highlight(<span class="highlight_blue">blue</span>) - Loomings &gt; Page 12 &middot; Location 170</div>
      <div class="noteText">Call me Ishmael.</div>
      <h3 class="noteHeading">Note - Loomings &gt; Page 12 · Location 172</h3><div class="noteText">So <br/>it is</div>
      <div class="noteHeading">Bookmark - Page 14 · Location 200</div></body></html>`,
    [{ text: 'Call me Ishmael.', body: 'So it is', color: 'blue', order: 170 }, { kind: 'bookmark' }],
  ],
  [
    'Readwise',
    'Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at\n' +
      '"Call me\nIshmael.",Moby-Dick,Herman Melville,,So,pink,"sea, names",location,170,2026-11-29 22:11:12',
    [{ text: 'Call me\nIshmael.', body: 'So', color: 'pink', order: 170, page: null, created: when }],
  ],
  [
    'Apple Books, as its database names the columns',
    `ZTITLE;ZAUTHOR;ZANNOTATIONSELECTEDTEXT;ZANNOTATIONNOTE;ZANNOTATIONSTYLE;ZANNOTATIONCREATIONDATE
Moby-Dick;Herman Melville;Call me Ishmael.;So;5;${(Date.parse(when) - Date.UTC(2001, 0, 1)) / 1_000}`,
    [{ ...ishmael, body: 'So', color: 'purple' }],
  ],
  [
    'an export of KOReader',
    JSON.stringify({
      documents: [
        {
          title: 'Moby-Dick',
          author: 'Herman Melville',
          entries: [
            {
              text: 'Call me Ishmael.',
              note: 'So',
              page: 12,
              time: Date.parse(when) / 1_000,
              drawer: 'lighten',
              sort: 'highlight',
            },
          ],
        },
      ],
    }),
    [{ ...ishmael, body: 'So', page: 12 }],
  ],
  [
    'the settings of KOReader',
    koreader,
    [
      { ...ishmael, body: 'A "thought"\nin two lines', color: 'green', page: 12 },
      { kind: 'bookmark', page: 13 },
    ],
  ],
  [
    'the settings of KOReader before 2024',
    `return { ["bookmarks"] = { [1] = { ["datetime"] = "2026-11-29 22:11:12", ["highlighted"] = true, ["text"] = "So" } },
      ["highlight"] = { [12] = { [1] = { ["datetime"] = "2026-11-29 22:11:12", ["drawer"] = "lighten", ["text"] = "Call me Ishmael." } } },
      ["stats"] = { ["title"] = "Moby-Dick", ["authors"] = "Herman Melville" } }`,
    [{ ...ishmael, body: 'So', page: 12 }],
  ],
  ['a Kobo', koboFile(), [{ ...ishmael, body: 'So', color: 'blue' }]],
  ['a compressed file', gzipSync(koboFile()), [{ ...ishmael, body: 'So' }]],
  [
    'Markdown of Readwise for Obsidian',
    `# Moby-Dick\n\n![](https://x.org/c.jpg)\n\n## Metadata\n- Author: [[Herman Melville]]\n- Full Title: Moby-Dick\n- Category: #books\n
## Highlights\n- Call me Ishmael. ([Location 170](https://readwise.io/to_kindle?x=1))\n    - Note: So\n- Other words`,
    [{ text: 'Call me Ishmael.', body: 'So', order: 170 }, { text: 'Other words' }],
  ],
  [
    'Markdown of Kindle Highlights for Obsidian',
    `---\nkindle-sync:\n  title: Moby-Dick\n  author: Herman Melville\n---\n# Moby-Dick\n## Metadata\n* Author: [Herman Melville](https://x.org)\n
## Highlights\nCall me Ishmael. — location: [170](kindle://book?x) ^ref-123\n\nSo\n\n---\nOther words — location: [180](kindle://y) ^ref-4\n`,
    [{ text: 'Call me Ishmael.', body: 'So', order: 170 }, { text: 'Other words' }],
  ],
  [
    'quotations in Markdown',
    `---\ntitle: "Moby-Dick"\nauthor: Herman Melville\n---\n> [!quote] Loomings\n> Call me **Ishmael**.\n\nNote: So\n\n> Other\n> words\n`,
    [
      { text: 'Call me Ishmael.', body: 'So' },
      { text: 'Other\nwords', body: null },
    ],
  ],
];
for (const [title, file, expected] of formats)
  test(`${title}: the book, and each mark`, async () => {
    const [set] = await readMarks(Buffer.from(file));
    assert.deepEqual([set?.about.title, set?.about.author], ['Moby-Dick', 'Herman Melville']);
    const all = set?.marks.map(short) ?? [];
    assert.equal(all.length, expected.length);
    for (const [at, fields] of expected.entries()) assert.deepEqual({ ...all[at], ...fields }, all[at]);
  });

test('details that tell the file of a KOReader or the book of a Kobo', async () => {
  const [lua] = await read(koreader);
  assert.deepEqual(lua?.about.digests, ['0123456789abcdef0123456789abcdef']);
  const pointer = '/body/DocFragment[3]/body/p[1]/text().0';
  assert.deepEqual(
    lua?.marks.map((mark) => [mark.pointer, mark.style]),
    [
      [pointer, 'underline'],
      [undefined, 'highlight'],
    ],
  );
  const entry = { text: 'Words', page: 12, pn_xp: pointer };
  const [exported] = await read(JSON.stringify({ file: '/mnt/Moby-Dick.epub', entries: [entry] }));
  assert.equal(exported?.marks[0]?.pointer, pointer);
  assert.deepEqual(exported.about.digests, ['23a26578ec8955c31a61df7228d3623d']);
  const sets = await readMarks(koboFile());
  assert.deepEqual(
    sets.map(({ about }) => [about.title, about.isbn]),
    [
      ['Moby-Dick', '9780142437247'],
      ['Other Book', null],
    ],
  );
});

test('a Kobo: dog-ears lead to their chapters, and what was deleted on it stays away', async () => {
  const db = new Database(':memory:');
  db.exec(`create table content (ContentID text, Title text, Attribution text);
    create table Bookmark (VolumeID text, ContentID text, Text text, Type text, ChapterProgress real, Hidden text,
      DateCreated text);`);
  const volume = 'file:///mnt/onboard/Melville/Moby-Dick!.kepub.epub';
  const add = (content: string, words: string | null, type: string, hidden = 'false') =>
    db
      .prepare('insert into Bookmark values (?, ?, ?, ?, 0.25, ?, ?)')
      .run(volume, content, words, type, hidden, `2026-11-29T22:11:12.${content.length}`);
  add(`${volume}!OPS!text/one.xhtml`, null, 'dogear');
  add(`${volume}!!OPS/two words.xhtml#kobo.1`, '', 'markup');
  add('/mnt/onboard/Melville/Moby-Dick.epub#(12)OPS/three.xhtml', 'Call me', 'highlight');
  add(`${volume}!OPS!text/one.xhtml`, 'Deleted', 'highlight', 'true');
  const [set] = await readMarks(db.serialize());
  db.close();
  assert.deepEqual(
    set?.marks.map(({ kind, source, fraction }) => [kind, source, fraction]),
    [
      ['bookmark', 'OPS/text/one.xhtml', 0.25],
      ['bookmark', 'OPS/two%20words.xhtml', 0.25],
      ['highlight', 'OPS/three.xhtml', null],
    ],
  );
});

for (const over of [
  ' <You have reached the clipping limit for this item>',
  '<您已达到本内容的剪贴上限>',
  '<このアイテムのクリップの上限に達しました>',
])
  test(`a clipping over the limit of its book has a place and no words: ${over}`, async () => {
    const [set] = await read(entry('- Your Highlight on page 12 | Location 170-172 | Added on x', over));
    assert.deepEqual(
      set?.marks.map(({ kind, quote, body }) => [kind, quote, body]),
      [['bookmark', null, 'Your Highlight on page 12 | Location 170-172']],
    );
  });

for (const words of ['<div>', '<input type="text" name="age" disabled>', '<b>so</b>'])
  test(`a highlight of ${words} keeps its words`, async () => {
    const [set] = await read(entry('- Your Highlight on page 12 | Location 170-172 | Added on x', words));
    assert.deepEqual(
      set?.marks.map(({ kind, quote }) => [kind, quote?.exact]),
      [['highlight', words]],
    );
  });

test('highlights of the same words without a place are told apart by time, else by their thoughts', async () => {
  const rows = (...cells: string[]) => read(`Highlight,Book Title,Note,Highlighted at\n${cells.join('\n')}`);
  const idsOf = async (...cells: string[]) => (await rows(...cells))[0]?.marks.map(({ id }) => id) ?? [];
  const [one, other] = await idsOf('Nevermore,The Raven,Sad,', 'Nevermore,The Raven,Again,');
  assert.notEqual(one, other);
  const [first, second] = await idsOf('Nevermore,The Raven,,2026-01-01', 'Nevermore,The Raven,,2026-01-02');
  assert.notEqual(first, second);
  // It was given a thought meanwhile.
  assert.deepEqual(await idsOf('Nevermore,The Raven,Sad,2026-01-01'), [first]);
});

test('a zip of several: what is no list of marks is left out', async () => {
  const file = rawZip([
    { name: 'notes/one.md', data: '# One\n> First' },
    { name: 'notes/two.md', data: '# Two\n> Second' },
    { name: 'notes/readme.md', data: 'Nothing' },
    { name: '__MACOSX/notes/._one.md', data: '> x' },
  ]);
  assert.deepEqual(
    (await readMarks(file)).map(({ about }) => about.title),
    ['One', 'Two'],
  );
});

test('the authors of a Kindle book are named as elsewhere', async () => {
  const about = '- Your Highlight on page 12 | Added on x\n\nWords\n==========\n';
  const authorOf = async (line: string) => (await read(`${line}\n${about}`))[0]?.about.author;
  assert.equal(await authorOf('Good Omens (Pratchett, Terry;Gaiman, Neil)'), 'Terry Pratchett, Neil Gaiman');
  assert.equal(await authorOf('Good Omens (Terry Pratchett & Neil Gaiman)'), 'Terry Pratchett & Neil Gaiman');
});

const hostile: [string, Buffer, string][] = [
  ['a table of another program', Buffer.from('Name,Price\nx,1'), 'marks_unreadable'],
  ['Lua that is cut off', Buffer.from(koreader.slice(0, 300)), 'marks_unreadable'],
  ['Lua with tables in tables without end', Buffer.from(`return ${'{'.repeat(5_000)}`), 'marks_unreadable'],
  [
    'a database of another program',
    (() => {
      const db = new Database(':memory:');
      db.exec('create table x (y)');
      return db.serialize();
    })(),
    'marks_unreadable',
  ],
  ['a broken database', koboFile().fill(7, 100, 3_000), 'marks_unreadable'],
  [
    '500,000 lines of clippings',
    Buffer.from(entry('- Your Highlight on page 1 | Added on x').replace(/^/, 'T').repeat(100_000)),
    'marks_too_many',
  ],
  ['a file that decompresses to more than is read', gzipSync(Buffer.alloc(65_000_000)), 'marks_too_many'],
  [
    'HTML with elements in elements without end',
    Buffer.from(`<!doctype html><div class="bookTitle">${'<div>'.repeat(100_000)}`),
    'marks_unreadable',
  ],
  ['a compressed file that is cut off', gzipSync(koboFile()).subarray(0, 200), 'marks_unreadable'],
];
for (const [title, file, code] of hostile)
  test(`refused: ${title}`, async () => {
    await assert.rejects(readMarks(file), { code });
  });
