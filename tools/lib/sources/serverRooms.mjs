/**
 * The rooms of the server, and what each may import beside itself. A part of a room that looks over others has a row
 * of its own. Files beside the rooms, such as app.ts, join them and may import all.
 */
const rooms = {
  run: [],
  store: ['run'],
  http: ['run', 'store', 'people'],
  people: ['run', 'store', 'http', 'run/watch', 'store/backup', 'intake/uploads/ownUpload.ts'],
  library: ['run', 'store', 'http', 'people', 'intake/ingest/ingestedBook.ts'],
  answers: ['run', 'store', 'http', 'library'],
  intake: ['run', 'store', 'http', 'library', 'answers/search', 'devices/webdav/takeOverDeviceData.ts'],
  devices: ['run', 'store', 'http', 'people', 'library', 'intake'],
  // Health, metrics and traces look at the parts that they report.
  'run/watch': ['run', 'store', 'store/backup', 'people/mail', 'people/auth/oidc'],
  // A backup has all tables and blobs; an export all that a reader has made.
  'store/backup': ['run', 'store', 'run/watch', 'intake/staging', 'intake/ingest/words.ts'],
  'store/export': [
    'run',
    'store',
    'http',
    'people',
    'library',
    'devices/webdav',
    'devices/annotations',
    'devices/opds/catalog.ts',
    'intake/ingest/epub/container',
  ],
  // The types of everything that a route is given.
  'run/services': ['run', 'store', 'http', 'people', 'answers', 'intake', 'devices'],
};

const base = 'server/src/';
/** What every room may import. */
const everybodys = ['locales', 'run/services'];

/** @returns {string | undefined} the row of a file: that of its part, else that of its room */
const rowOf = (path) =>
  Object.keys(rooms)
    .filter((room) => path.startsWith(`${base}${room}/`))
    .sort((a, b) => b.length - a.length)[0];

/** @param {string} from @param {string} to files below server/src */
export function isAllowedBetweenRooms(from, to) {
  const row = rowOf(from);
  if (row === undefined) return true;
  const target = rowOf(to);
  return [row, ...rooms[row], ...everybodys].some(
    (allowed) =>
      target === allowed || (rooms[allowed] === undefined && `${to}/`.startsWith(`${base}${allowed}/`)),
  );
}
