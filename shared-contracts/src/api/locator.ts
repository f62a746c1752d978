import { Id, Nullable, Text, Timestamp } from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

/**
 * A position in a book that does not depend on font size, device or rendering engine: an exact address where
 * available (CFI), chapter and fraction, and the quoted text to verify it.
 */
export const Locator = Closed({
  /** EPUB canonical fragment identifier, e.g. epubcfi(/6/14!/4/2/4,/1:0,/1:12). */
  cfi: Type.Optional(Text(2_000)),
  /** Zero-based index into the spine (EPUB). */
  spine_index: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Position within the spine item by characters, 0..1. */
  fraction: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** One-based page (PDF) or position (EPUB). */
  page: Type.Optional(Type.Integer({ minimum: 0 })),
  /** PDF: rectangles [x1, y1, x2, y2] in page units, origin bottom left. */
  rects: Type.Optional(
    Type.Array(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }), { maxItems: 500 }),
  ),
  /** PDF: continuation on the following pages, page by page. */
  continued: Type.Optional(
    Type.Array(
      Closed({
        page: Type.Integer({ minimum: 1 }),
        rects: Type.Array(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }), { maxItems: 500 }),
      }),
      { maxItems: 20 },
    ),
  ),
  /** The text at this position with its context (W3C TextQuoteSelector). */
  quote: Type.Optional(
    Type.Object({
      exact: Text(5_000),
      prefix: Type.Optional(Text(200)),
      suffix: Type.Optional(Text(200)),
    }),
  ),
  /** The file of the book that has the words, where the one that is read is in another language. */
  file_id: Type.Optional(Id),
});
export type Locator = Static<typeof Locator>;
export const Position = Nullable(Locator);

/** A position that “Back to page N” returns to. */
export const ReturnPlace = Type.Object({
  page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  position: Position,
});
export type ReturnPlace = Static<typeof ReturnPlace>;

export const Progress = Type.Object({
  current_page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  total_pages: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  percentage: Type.Number({ minimum: 0, maximum: 100 }),
  updated_at: Timestamp,
  position: Type.Optional(Position),
  /** Name of the device, for 'continue from your phone'. */
  device: Type.Optional(Text(100)),
  /** Positions to return to, oldest first. When omitted in a write, the stored ones are kept. */
  return_to: Type.Optional(Type.Array(ReturnPlace, { maxItems: 20 })),
  /** In responses: whether this session made the last change. */
  mine: Type.Optional(Type.Boolean()),
});
export type Progress = Static<typeof Progress>;

/** A position reported by a device, with what conflict resolution needs; see domain/books/place.ts. */
export const SaidProgress = Type.Object({
  ...Progress.properties,
  /** `updated_at` of the position that the device had last seen. */
  follows: Type.Optional(Nullable(Timestamp)),
  /** The user's rule for conflicting devices. */
  keep: Type.Optional(OneOf('latest', 'furthest')),
});
export type SaidProgress = Static<typeof SaidProgress>;

/** A past position: before another device moved on, before a jump, or one that lost a conflict. */
export const PastPlace = Type.Object({
  id: Id,
  current_page: Type.Integer(),
  total_pages: Type.Integer(),
  percentage: Type.Number(),
  position: Position,
  device: Nullable(Type.String()),
  updated_at: Timestamp,
});
export type PastPlace = Static<typeof PastPlace>;
