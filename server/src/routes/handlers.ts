import type { RouteHandlers } from '../routing/route.ts';
import { appPasswordHandlers } from './account/appPasswords.ts';
import { authHandlers } from './account/auth.ts';
import { factorHandlers } from './account/factors.ts';
import { oidcHandlers } from './account/oidc.ts';
import { adminHandlers } from './admin/admin.ts';
import { flagHandlers } from './admin/flags.ts';
import { remoteHandlers } from './admin/remotes.ts';
import { systemHandlers } from './admin/system.ts';
import { bookmarkHandlers } from './annotations/bookmarks.ts';
import { formHandlers } from './annotations/forms.ts';
import { highlightHandlers } from './annotations/highlights.ts';
import { noteHandlers } from './annotations/notes.ts';
import { bookImportHandlers } from './books/bookImport.ts';
import { bookHandlers } from './books/books.ts';
import { collectionHandlers } from './books/collections.ts';
import { contentHandlers } from './books/content.ts';
import { bookCoverHandlers, coverHandlers } from './books/covers.ts';
import { sampleBookHandlers } from './books/sampleBook.ts';
import { uploadHandlers } from './books/uploads.ts';
import { exportHandlers } from './export.ts';
import { mentorHandlers } from './mentor.ts';
import { gamificationHandlers } from './reading/gamification.ts';
import { sessionHandlers } from './reading/sessions.ts';
import { searchHandlers } from './search.ts';
import { changeHandlers } from './sync/events.ts';
import { dictionaryHandlers } from './words/dictionaries.ts';
import { wordHandlers } from './words/words.ts';

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
