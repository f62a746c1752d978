import type { RouteHandlers } from '../routing/route.ts';
import { adminHandlers } from './admin.ts';
import { appPasswordHandlers } from './appPasswords.ts';
import { authHandlers } from './auth.ts';
import { bookCoverHandlers } from './bookCover.ts';
import { bookImportHandlers } from './bookImport.ts';
import { bookmarkHandlers } from './bookmarks.ts';
import { bookHandlers } from './books.ts';
import { changeHandlers } from './changes.ts';
import { collectionHandlers } from './collections.ts';
import { contentHandlers } from './content.ts';
import { coverHandlers } from './covers.ts';
import { dictionaryHandlers } from './dictionaries.ts';
import { exportHandlers } from './export.ts';
import { factorHandlers } from './factors.ts';
import { flagHandlers } from './flags.ts';
import { formHandlers } from './forms.ts';
import { gamificationHandlers } from './gamification.ts';
import { highlightHandlers } from './highlights.ts';
import { mentorHandlers } from './mentor.ts';
import { noteHandlers } from './notes.ts';
import { oidcHandlers } from './oidc.ts';
import { remoteHandlers } from './remotes.ts';
import { sampleBookHandlers } from './sampleBook.ts';
import { searchHandlers } from './search.ts';
import { sessionHandlers } from './sessions.ts';
import { systemHandlers } from './system.ts';
import { uploadHandlers } from './uploads.ts';
import { wordHandlers } from './words.ts';

/** A handler for every route of the contract; the type reports missing ones. */
export const handlers: RouteHandlers = {
  ...systemHandlers,
  ...remoteHandlers,
  ...flagHandlers,
  ...authHandlers,
  ...factorHandlers,
  ...appPasswordHandlers,
  ...oidcHandlers,
  ...adminHandlers,
  ...bookHandlers,
  ...bookCoverHandlers,
  ...bookImportHandlers,
  ...contentHandlers,
  ...coverHandlers,
  ...sampleBookHandlers,
  ...uploadHandlers,
  ...highlightHandlers,
  ...bookmarkHandlers,
  ...formHandlers,
  ...noteHandlers,
  ...collectionHandlers,
  ...sessionHandlers,
  ...gamificationHandlers,
  ...searchHandlers,
  ...mentorHandlers,
  ...dictionaryHandlers,
  ...wordHandlers,
  ...exportHandlers,
  ...changeHandlers,
};
