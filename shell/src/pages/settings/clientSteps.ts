import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Setup steps of an app; names of its menus are those of its English version. */
export interface ClientSteps {
  /** Name of the app, not translated. */
  name: string;
  steps: readonly string[];
}

export const clients: readonly ClientSteps[] = [
  {
    name: 'KOReader',
    steps: [
      text(
        'To read on where you stopped: open a book, then the menu “Tools”, “Progress sync”. Under “Custom sync server” enter the sync address.',
      ),
      text(
        'In the same menu choose “Login” and enter the user name and the password. Do not choose “Register”.',
      ),
      text(
        'To get books: open “Search”, “OPDS catalog”, add a catalog with “+”, and enter the catalog address, the user name and the password.',
      ),
      text(
        'In “Progress sync” leave “Document matching method” at “Binary”. KOReader then knows a book by its file, whatever it is called.',
      ),
      text(
        'To count what you read on it: under “Tools”, “Reading statistics”, “Cloud sync” add a WebDAV server with the folder address, the user name and the password.',
      ),
      text(
        'To bring your highlights here: under “Tools”, “Export highlights and notes” choose the format JSON, and upload to the same WebDAV server.',
      ),
      text(
        'To have the highlights made here on it: show unsupported files, and in “Cloud storage” synchronize the folder “highlights” into the folder that “Bookmarks”, “Export / import folder” names. They come when the book is opened.',
      ),
    ],
  },
  {
    name: 'Foliate',
    steps: [
      text('Open “Catalogs”, add one, and enter the catalog address.'),
      text('When it asks, enter the user name and the password.'),
    ],
  },
  {
    name: 'Thorium Reader',
    steps: [
      text('Open “Catalogs”, choose “Add an OPDS feed”, and enter the catalog address.'),
      text('When it asks, enter the user name and the password.'),
    ],
  },
  {
    name: 'Moon+ Reader',
    steps: [
      text('Open “Net Library”, choose “Add new catalog”, and enter the catalog address.'),
      text('Enter the user name and the password in the same window.'),
    ],
  },
  {
    name: text('Another app'),
    steps: [
      text('An app that reads OPDS catalogs takes the catalog address, the user name and the password.'),
      text(
        'An app that syncs with a KOReader server takes the sync address with the same user name and password.',
      ),
    ],
  },
];
