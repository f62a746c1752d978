import { dictionaryHandlers } from './answers/routes/dictionaries.ts';
import { mentorHandlers } from './answers/routes/mentor.ts';
import { searchHandlers } from './answers/routes/search.ts';
import { markHandlers } from './devices/annotations/marks.ts';
import { appPasswordHandlers } from './devices/app-passwords/appPasswords.ts';
import { changeHandlers } from './http/routes/events.ts';
import type { RouteHandlers } from './http/routing/route.ts';
import { joinedFileHandlers } from './intake/routes/bookFiles.ts';
import { bookCoverHandlers, coverHandlers } from './intake/routes/covers.ts';
import { folderHandlers } from './intake/routes/folders.ts';
import { onlineMetadataHandlers } from './intake/routes/onlineMetadata.ts';
import { sampleBookHandlers } from './intake/routes/sampleBook.ts';
import { uploadHandlers } from './intake/routes/uploads.ts';
import { bookmarkHandlers } from './library/routes/annotations/bookmarks.ts';
import { formHandlers } from './library/routes/annotations/forms.ts';
import { highlightHandlers } from './library/routes/annotations/highlights.ts';
import { noteHandlers } from './library/routes/annotations/notes.ts';
import { wordHandlers } from './library/routes/annotations/words.ts';
import { binHandlers } from './library/routes/bin.ts';
import { bookImportHandlers } from './library/routes/books/bookImport.ts';
import { bookHandlers } from './library/routes/books/books.ts';
import { collectionHandlers } from './library/routes/books/collections.ts';
import { contentHandlers } from './library/routes/books/content.ts';
import { tagHandlers } from './library/routes/books/tags.ts';
import { partHandlers } from './library/routes/parts/parts.ts';
import { gamificationHandlers } from './library/routes/reading/gamification.ts';
import { readingHandlers } from './library/routes/reading/readings.ts';
import { sessionHandlers } from './library/routes/reading/sessions.ts';
import { authHandlers } from './people/routes/account/auth.ts';
import { factorHandlers } from './people/routes/account/factors.ts';
import { oidcHandlers } from './people/routes/account/oidc.ts';
import { sendAddressHandlers } from './people/routes/account/sendAddresses.ts';
import { adminHandlers, drillHandlers } from './people/routes/admin/admin.ts';
import { flagHandlers } from './people/routes/admin/flags.ts';
import { remoteHandlers } from './people/routes/admin/remotes.ts';
import { systemHandlers } from './people/routes/admin/system.ts';
import { exportHandlers } from './store/export/exportRoute.ts';
import { sendBookHandlers } from './store/export/sendBook.ts';

/** A handler for every route of the contract; the type reports missing ones. */
export const handlers: RouteHandlers = {
  ...systemHandlers,
  ...remoteHandlers,
  ...flagHandlers,
  ...authHandlers,
  ...factorHandlers,
  ...appPasswordHandlers,
  ...sendAddressHandlers,
  ...oidcHandlers,
  ...adminHandlers,
  ...bookHandlers,
  ...tagHandlers,
  ...binHandlers,
  ...bookCoverHandlers,
  ...bookImportHandlers,
  ...joinedFileHandlers,
  ...contentHandlers,
  ...coverHandlers,
  ...onlineMetadataHandlers,
  ...sampleBookHandlers,
  ...uploadHandlers,
  ...folderHandlers,
  ...highlightHandlers,
  ...bookmarkHandlers,
  ...formHandlers,
  ...noteHandlers,
  ...markHandlers,
  ...collectionHandlers,
  ...sessionHandlers,
  ...readingHandlers,
  ...gamificationHandlers,
  ...searchHandlers,
  ...mentorHandlers,
  ...dictionaryHandlers,
  ...wordHandlers,
  ...partHandlers,
  ...exportHandlers,
  ...sendBookHandlers,
  ...drillHandlers,
  ...changeHandlers,
};
