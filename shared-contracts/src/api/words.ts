/** Words that the user has looked up, with their sentences, and the dictionaries that the server offers. */
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

/** A dictionary that the server offers to all users. */
export const OfferedDictionary = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
  name: Type.String(),
  /** Language of its headwords (BCP 47); null when unknown. */
  from: Nullable(Type.String()),
  /** Language of its definitions. */
  to: Nullable(Type.String()),
  /** Changes with its content. */
  version: Type.String(),
  /** Short-lived signed URL of the dictionary as one pack. */
  pack_url: Type.String(),
});
export type OfferedDictionary = Static<typeof OfferedDictionary>;

export const dictionaryRoutes = {
  'GET /dictionaries': route(
    'user',
    'Dictionaries of this server, each to be downloaded as one pack and looked up in the browser',
    { response: Type.Object({ items: Type.Array(OfferedDictionary) }) },
  ),
};
