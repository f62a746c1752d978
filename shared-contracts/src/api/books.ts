import { BookAccessibility, FileNote } from './bookAccessibility.ts';
import { Rendition, SourceFormat, Tag, Tags } from './bookParts.ts';
import { Basis, MemberChanges, Replaced } from './conflicts.ts';
import { PastPlace, Position, Progress, SaidProgress } from './locator.ts';
import {
  Id,
  IdParams,
  listOf,
  NextCursor,
  Nullable,
  nothing,
  pageQuery,
  route,
  Text,
  Timestamp,
} from './route.ts';
import { OneOf, type Static, Type } from './type.ts';

export { PastPlace, Progress, SaidProgress };

const statuses = ['unread', 'reading', 'paused', 'completed'] as const;
export const BookStatus = OneOf(...statuses);
export type BookStatus = Static<typeof BookStatus>;

/** Other names of 'reading'. */
const aliases = ['in_progress', 'started reading', 'started_reading'] as const;
/** A status by any of its names. */
export const StatusWord = OneOf(...statuses, ...aliases);
const ChangedStatus = Type.Unsafe<Static<typeof StatusWord>>({
  anyOf: [BookStatus, ...aliases.map((alias) => Type.Literal(alias))],
});

/** What describes a book, each field a column of the server. */
export const BookDetails = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 1_000 }),
  author: Text(1_000),
  description: Nullable(Text(20_000)),
  genre: Nullable(Text(200)),
  language: Nullable(Text(35)),
  publisher: Nullable(Text(500)),
  published: Nullable(Text(40)),
  series: Nullable(Text(500)),
  series_index: Nullable(Type.Number()),
  isbn: Nullable(Text(20)),
  isbn10: Nullable(Text(13)),
  isbn13: Nullable(Text(20)),
});
export type BookDetails = Static<typeof BookDetails>;
const details = BookDetails.properties;

const reading = {
  /** One-based position (EPUB, computed at ingest) or page (PDF); 0 before the first. */
  current_page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  /** Percent, 0-100. */
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  is_reading: Type.Boolean(),
  completed: Type.Boolean(),
  completed_at: Nullable(Timestamp),
  status: BookStatus,
  last_opened: Nullable(Timestamp),
  /** When a page or a session of it was last read; null when never, or since the reader stopped reading it. */
  last_read: Type.Optional(Nullable(Timestamp)),
  rating: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  favorite: Type.Boolean(),
};

export const Book = Type.Object({
  id: Id,
  ...details,
  ...reading,
  tags: Tags,
  format: OneOf('epub', 'pdf', 'none'),
  /** The format of the uploaded file, when it is read as the EPUB that was made of it; absent for others. */
  source_format: Type.Optional(SourceFormat),
  /** Bytes of the uploaded file. */
  file_size: Type.Integer(),
  /** Changes each time the file is replaced; absent for the first file. */
  file_id: Type.Optional(Id),
  /** Positions of an EPUB, or pages of a PDF. */
  page_count: Type.Integer(),
  word_count: Type.Integer(),
  /** Short-lived signed URL of the medium cover, without a Bearer header. Null until there is one. */
  cover_url: Nullable(Type.String()),
  /** The same without the last segment: append /thumbnail.webp, /small.webp, /medium.webp or /large.webp. */
  cover_base: Nullable(Type.String()),
  cover_source: OneOf('file', 'generated'),
  /** Fixed-layout pages, whose text cannot be resized; absent for others. */
  fixed_layout: Type.Optional(Type.Boolean()),
  /** Language of the title if it differs from the book's. */
  title_language: Type.Optional(Text(35)),
  /** The title as a file or calibre sorts it: 'Tale of Two Cities, A'. Absent when unknown, or the same. */
  title_sort: Type.Optional(Text(500)),
  /** The first author as a file or a list sorts them: 'Austen, Jane'. Absent when unknown. */
  author_sort: Type.Optional(Text(1_000)),
  /** Absent when the file has none, and for older uploads. */
  accessibility: Type.Optional(BookAccessibility),
  /** Absent when everything can be shown. */
  file_notes: Type.Optional(Type.Array(FileNote)),
  /** Pages of a PDF whose text could not be extracted, so that the search does not find it; absent for none. */
  unread_pages: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Parts of an EPUB that are of a kind that cannot be shown; absent for none. */
  unshown_parts: Type.Optional(Type.Integer({ minimum: 1 })),
  /** A book of the user that this one may be the same as, until the user has said so. It may be deleted meanwhile. */
  perhaps_same_as: Type.Optional(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Book = Static<typeof Book>;

export const BookList = Type.Object({
  items: Type.Array(Book),
  total: Type.Integer(),
  next_cursor: NextCursor,
});

/** Writable fields. Read-only fields are ignored, so that a whole book may be sent; unknown ones are refused. */
export const BookPatch = Type.Partial(Type.Object({ ...details, ...reading, tags: Tags }));
export type BookPatch = Static<typeof BookPatch>;

/** A row of a Goodreads or StoryGraph export. */
export const ImportedBook = Type.Object({
  title: details.title,
  author: details.author,
  /** 'Austen, Jane'. */
  author_sort: Type.Optional(Text(1_000)),
  publisher: Type.Optional(details.publisher),
  published: Type.Optional(details.published),
  isbn10: Type.Optional(details.isbn10),
  isbn13: Type.Optional(details.isbn13),
  page_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  status: StatusWord,
  rating: Type.Optional(reading.rating),
  /** When it was added to that shelf; by default the time of the import. */
  added_at: Type.Optional(Nullable(Timestamp)),
  completed_at: Type.Optional(reading.completed_at),
  tags: Type.Optional(Tags),
});
export type ImportedBook = Static<typeof ImportedBook>;

const flag = Type.Optional(Type.Boolean());
/** Color such as '#a0331c'. */
const TocStyle = Type.Object({ bold: flag, italic: flag, color: Type.Optional(Text(7)) });
export type TocStyle = Static<typeof TocStyle>;

export interface TocEntry {
  title: string;
  /** EPUB: URL within the book. PDF: null for a page, else a URL, `#NextPage`, `#PrevPage`, or `#` for another file. */
  href: string | null;
  /** Zero-based spine index (EPUB) or one-based page (PDF; 0 for none). */
  target: number;
  /** Absent at the start. EPUB: share of the characters of its chapter before it. PDF: share of the page above it. */
  fraction?: number;
  children: TocEntry[];
  /** PDF: style of the title in the outline, if any. */
  style?: TocStyle;
}
export const TocEntry = Type.Unsafe<TocEntry>(
  Type.Object({
    title: Type.String(),
    href: Nullable(Type.String()),
    target: Type.Integer(),
    fraction: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    children: Type.Array(Type.Any()),
    style: Type.Optional(TocStyle),
  }),
);

/** A named place in an EPUB: a landmark, or a page of the printed edition. */
export const NamedPlace = Type.Object({
  title: Type.String(),
  /** URL within the book, with fragment. */
  href: Type.String(),
  /** Zero-based spine index. */
  target: Type.Integer(),
});
export type NamedPlace = Static<typeof NamedPlace>;

export const SpineItem = Type.Object({
  /** URL relative to content_url. */
  href: Type.String(),
  title: Nullable(Type.String()),
  words: Type.Integer(),
  characters: Type.Integer(),
  /** One-based first position of this item in the book. */
  first_position: Type.Integer(),
  /** Number of positions (1,024 characters each, at least one). */
  positions: Type.Integer(),
  linear: Type.Boolean(),
  /** Absent for defaults, and for older uploads. */
  rendition: Type.Optional(Rendition),
  /** It has XML errors and is shown as far as it could be parsed. */
  malformed: Type.Optional(Type.Boolean()),
  /** URL of its media overlay (JSON) relative to content_url. */
  overlay: Type.Optional(Type.String()),
});
export type SpineItem = Static<typeof SpineItem>;

/** Everything the reader needs before it loads the book itself; computed once at upload. */
export const Manifest = Type.Object({
  book_id: Id,
  format: OneOf('epub', 'pdf'),
  /** Signed URL: the folder of an unpacked EPUB (no trailing slash), or the file of a PDF (supports ranges). */
  content_url: Type.String(),
  /** Signed URL of the uploaded file. */
  file_url: Type.String(),
  /** Size of the uploaded file in bytes; missing in responses cached by older versions. */
  file_size: Type.Optional(Type.Integer()),
  /** content_url of a PDF of up to 8 MB, which readers request whole, before the code that shows it. */
  whole_url: Type.Optional(Type.String()),
  /** EPUB: path of the package document relative to content_url. */
  opf: Nullable(Type.String()),
  layout: OneOf('reflowable', 'fixed'),
  direction: OneOf('ltr', 'rtl'),
  language: Nullable(Type.String()),
  toc: Type.Array(TocEntry),
  /** Absent when the file has none; the same for the page list. */
  landmarks: Type.Optional(Type.Array(NamedPlace)),
  /** Page list of the printed edition. */
  page_list: Type.Optional(Type.Array(NamedPlace)),
  spine: Type.Array(SpineItem),
  total_positions: Type.Integer(),
});
export type Manifest = Static<typeof Manifest>;

/** A passage that was found. `chapter`: title, or page label; `text`: plain, with matches between U+E000 and U+E001. */
export const Passage = Type.Object({
  book_id: Id,
  book_title: Type.String(),
  author: Type.String(),
  chapter: Nullable(Type.String()),
  text: Type.String(),
  position: Position,
  score: Type.Number(),
  /** In a search offline: the typed words that it does not have, where no passage has all of them. */
  lacks: Type.Optional(Type.Array(Type.String())),
});
export type Passage = Static<typeof Passage>;

/** The text of a book in passages, for searching offline. */
export const BookText = Type.Object({
  next_cursor: NextCursor,
  format: OneOf('epub', 'pdf'),
  passages: Type.Array(
    Type.Object({
      /** Zero-based spine index (EPUB) or one-based page (PDF), and where the passage starts in it, 0..1. */
      target: Type.Integer(),
      fraction: Type.Number(),
      chapter: Nullable(Type.String()),
      text: Type.String(),
    }),
  ),
});
export type BookText = Static<typeof BookText>;

export const bookRoutes = {
  'GET /books': route('user', 'The reader’s books, newest first', {
    query: Type.Object({
      ...pageQuery({ usual: 50, most: 200 }),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
      status: Type.Optional(StatusWord),
      genre: Type.Optional(Text(200)),
      /** Books with this tag; with several, those that have all of them. */
      tag: Type.Optional(
        Type.Unsafe<string | string[]>({
          anyOf: [Tag, Type.Array(Tag, { maxItems: 10 })],
        }),
      ),
    }),
    response: BookList,
  }),
  'GET /books/:id': route('user', 'One book', { params: IdParams, response: Book }),
  'PATCH /books/:id': route('user', 'Change a book', {
    params: IdParams,
    body: Type.Object({
      ...BookPatch.properties,
      status: Type.Optional(ChangedStatus),
      /** Alias of `is_reading`. */
      isReading: Type.Optional(Type.Boolean()),
      /** Made by the library: only the book’s own is accepted, as in a whole book. */
      cover_url: Type.Optional(Nullable(Type.String({ maxLength: 4_000 }))),
      /** When the book was added. */
      created_at: Type.Optional(Timestamp),
      basis: Type.Optional(Basis),
      /** Added and removed tags, so that those of other devices stay. Without it, the tags become `tags`. */
      tagChanges: Type.Optional(MemberChanges),
    }),
    response: Type.Object({ ...Book.properties, replaced: Type.Optional(Replaced) }),
  }),
  'DELETE /books/:id': route(
    'user',
    'Delete a book, its file, its highlights, bookmarks, notes and progress; words that were not seen stay as notes',
    {
      params: IdParams,
      query: Type.Object({
        /** When the newest note that the user has seen was written; newer ones are kept. */
        seen: Type.Optional(Timestamp),
        /** The same of highlights; from older clients `seen` stands for both. */
        seen_highlights: Type.Optional(Timestamp),
        /** valueStamp of the description that the user has seen. */
        description: Type.Optional(Text(40)),
      }),
      ...nothing,
    },
  ),
  'PUT /books/:id/cover': route('user', 'Give a book another cover: JPEG, PNG, WebP or GIF, in base64', {
    params: IdParams,
    body: Type.Object({
      image: Type.String({ minLength: 1, maxLength: 4_000_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
      /** Page count of a password-protected PDF, which only the client can open; ignored when known. */
      page_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
    }),
    response: Book,
  }),
  'POST /books/import': route(
    'user',
    'Books without a file, as another library lists them; one that is here already gets what it lacks',
    {
      body: Type.Object({ items: Type.Array(ImportedBook, { minItems: 1, maxItems: 200 }) }),
      response: Type.Object({
        /** In request order. */
        items: Type.Array(
          Type.Object({
            id: Id,
            created: Type.Boolean(),
            /** It may be the same as another book (`perhaps_same_as`). */
            perhaps: flag,
          }),
        ),
      }),
    },
  ),
  'POST /books/:id/perhaps-same': route(
    'user',
    'Say whether a book is the same as the one it may be the same as: then both are joined; answers with the one that stays',
    {
      params: IdParams,
      body: Type.Object({ same: Type.Boolean() }),
      response: Book,
    },
  ),
  'POST /books/tags': route('user', 'Rename a tag in all books and rules, or take it from all books', {
    body: Type.Object({
      tag: Tag,
      /** The new name, which may be a tag already; null removes the tag. */
      to: Nullable(Tag),
    }),
    response: Type.Object({ changed: Type.Integer() }),
  }),
  'GET /books/:id/manifest': route('user', 'Contents, spine, positions and addresses of a book', {
    params: IdParams,
    response: Manifest,
  }),
  'GET /books/:id/text': route(
    'user',
    'The text of a book, in passages and in pages; for a search without the server',
    {
      params: IdParams,
      query: Type.Object(pageQuery({ usual: 1_000, most: 1_000 })),
      response: BookText,
    },
  ),
  'GET /books/:id/progress': route('user', 'Where the reader is', {
    params: IdParams,
    response: Nullable(Progress),
  }),
  'PUT /books/:id/progress': route(
    'user',
    'Say where the reader is; answers with the place that stands, which may be another device’s',
    { params: IdParams, body: SaidProgress, response: Progress },
  ),
  'GET /books/:id/places': route('user', 'Where the reader was before, the latest first; at most twenty', {
    params: IdParams,
    ...listOf(PastPlace),
  }),
  'GET /books/:id/search': route('user', 'Full text of one book', {
    params: IdParams,
    query: Type.Object({
      q: Text(400),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200 })),
    }),
    response: Type.Object({ items: Type.Array(Passage) }),
  }),
  'POST /guide': route('user', 'Add the short guide to Lectern to the library', {
    status: 201,
    response: Book,
  }),
  'POST /covers-enhanced/ensure': route('user', 'Make sure a book has a cover', {
    body: Type.Object({
      bookId: Id,
      title: Type.Optional(Text(1_000)),
      author: Type.Optional(Nullable(Text(1_000))),
      isbn: Type.Optional(Nullable(Text(20))),
      isbn10: Type.Optional(Nullable(Text(13))),
      isbn13: Type.Optional(Nullable(Text(20))),
      genre: Type.Optional(Nullable(Text(200))),
    }),
    response: Type.Object({ cover_url: Type.String(), cover_base: Type.String() }),
  }),
};
