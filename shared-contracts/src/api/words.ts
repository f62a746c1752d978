/** Words that the user has looked up, with their sentences. */
import { Position } from './locator.ts';
import { Id, IdParams, listOf, Nullable, nothing, route, Text, Timestamp } from './route.ts';
import { Closed, type Static, Type } from './type.ts';

const LanguageTag = Type.String({ maxLength: 35, pattern: '^[A-Za-z0-9-]*$' });

export const LookedUpWord = Type.Object({
  id: Id,
  /** As in the text. */
  word: Type.String({ minLength: 1, maxLength: 200 }),
  /** As in the dictionary: 'run' for 'running'. */
  headword: Type.String({ minLength: 1, maxLength: 200 }),
  /** Language of the text (BCP 47). */
  language: Nullable(LanguageTag),
  /** Null without context. */
  sentence: Nullable(Text(1_000)),
  /** Start of the dictionary entry. */
  meaning: Nullable(Text(1_000)),
  book_id: Nullable(Id),
  position: Position,
  created_at: Timestamp,
});
export type LookedUpWord = Static<typeof LookedUpWord>;

const { id: _id, ...withoutId } = LookedUpWord.properties;

export const wordRoutes = {
  'GET /words': route('user', 'Words that the reader has looked up, the newest first', listOf(LookedUpWord)),
  'PUT /words/:id': route('user', 'Keep a word that was looked up; when its book is gone, without the book', {
    params: IdParams,
    body: Closed(withoutId),
    response: LookedUpWord,
  }),
  'DELETE /words/:id': route('user', 'Take a word out of the list', { params: IdParams, ...nothing }),
};
