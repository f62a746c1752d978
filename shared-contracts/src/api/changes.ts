import { route } from './route.ts';
import { type Static, Type } from './type.ts';

const revision = Type.Integer({ minimum: 0 });

/** Revisions by area of a user's data; 0 when never changed. */
export const Revisions = Type.Object({
  books: revision,
  /** Reading positions. */
  places: revision,
  highlights: revision,
  bookmarks: revision,
  /** Values of PDF forms. */
  forms: revision,
  notes: revision,
  collections: revision,
  /** Reading sessions. */
  sessions: revision,
  /** Points, achievements, streak, goals and their settings. */
  gamification: revision,
  /** Profile and preferences. */
  profile: revision,
  /** Conversations with the mentor. */
  mentor: revision,
  /** Looked-up words. */
  words: revision,
  /** Rows of parts. */
  parts: revision,
  /** What was deleted, and can be restored. */
  bin: revision,
});
export type Revisions = Static<typeof Revisions>;
export type ChangeArea = keyof Revisions;

export const changeRoutes = {
  'GET /changes': route(
    'user',
    'What has changed: a revision for each area. Where one differs from before, the reads of the area do too',
    { response: Type.Object({ revisions: Revisions }) },
  ),
};
