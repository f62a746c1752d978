/** Words that the user has looked up, with their sentences. */
import { Position } from './locator.ts';
import { Id, IdParams, NoContent, Nullable, pageOf, pageQuery, route, Text, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

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
  'GET /words': route({
    summary: 'Words that the reader has looked up, the newest first',
    access: 'user',
    query: Type.Object(pageQuery()),
    response: pageOf(LookedUpWord),
  }),
  'PUT /words/:id': route({
    summary: 'Keep a word that was looked up; when its book is gone, without the book',
    access: 'user',
    params: IdParams,
    body: Type.Object(withoutId, { additionalProperties: false }),
    response: LookedUpWord,
  }),
  'DELETE /words/:id': route({
    summary: 'Take a word out of the list',
    access: 'user',
    params: IdParams,
    status: 204,
    response: NoContent,
  }),
};
