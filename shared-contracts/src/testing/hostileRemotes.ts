/**
 * Invalid remote.json content, for both readers of it: a deployment refuses it with location and reason
 * (tools/lib/deploy/contentProblems.mjs), the shell drops that entry and reports it.
 */
const page = { path: '/lending', expose: 'LendingPage', title: 'Lending' };
const fill = { point: 'shell/dashboard', expose: 'LendingPage', name: 'Loans' };
const command = { title: 'Lend', path: '/lending' };

/** Paths that other pages already have. */
export const taken = { shell: ['/settings', '/settings/data-export'], remote: '/loans/:loanId/return' };

export interface HostileRemote {
  what: string;
  /** Content of the remote.json, without what the build adds. */
  content: Record<string, unknown>;
  /** Location of the invalid entry, as reported. */
  place: string;
  /** Path of a page that is dropped because it is taken. */
  takes?: string;
}

const many = <T>(value: T, count = 2_000): T[] => Array.from({ length: count }, () => value);
const pageWith = (change: object) => ({ pages: [{ ...page, ...change }] });
const takes = (what: string, path: string): HostileRemote => ({
  what,
  content: pageWith({ path }),
  place: 'pages[0]',
  takes: path,
});

export const hostileRemotes: readonly HostileRemote[] = [
  { what: 'pages that are no list', content: { pages: { path: '/lending' } }, place: 'pages' },
  { what: 'a page that is no object', content: { pages: ['/lending'] }, place: 'pages[0]' },
  { what: 'a page that is null', content: { pages: [null] }, place: 'pages[0]' },
  { what: 'a page without a title', content: pageWith({ title: undefined }), place: 'pages[0]' },
  { what: 'an empty title', content: pageWith({ title: '' }), place: 'pages[0]' },
  {
    what: 'a title with markup',
    content: pageWith({ title: '<img src=x onerror=alert(1)>' }),
    place: 'pages[0]',
  },
  { what: 'a title that turns round', content: pageWith({ title: 'gnp\u202e.exe' }), place: 'pages[0]' },
  { what: 'a title of several lines', content: pageWith({ title: 'Lending\n\nSign in' }), place: 'pages[0]' },
  { what: 'a title that fills the page', content: pageWith({ title: 'x'.repeat(61) }), place: 'pages[0]' },
  { what: 'a title that is a number', content: pageWith({ title: 7 }), place: 'pages[0]' },
  { what: 'a path of another site', content: pageWith({ path: '//evil.example' }), place: 'pages[0]' },
  { what: 'a path that goes up', content: pageWith({ path: '/../admin' }), place: 'pages[0]' },
  { what: 'a path that is every page', content: pageWith({ path: '/:anything' }), place: 'pages[0]' },
  { what: 'a module of another folder', content: pageWith({ expose: '../x' }), place: 'pages[0]' },
  { what: 'an access that there is not', content: pageWith({ access: 'admin' }), place: 'pages[0]' },
  { what: 'a read that writes', content: pageWith({ reads: [{ key: 'POST /notes' }] }), place: 'pages[0]' },
  { what: 'more files than a page fetches', content: pageWith({ preloads: many('/a') }), place: 'pages[0]' },
  takes('a path of the shell', '/Settings'),
  takes('a path that hides pages of the shell', '/settings/:part'),
  takes('a path of the server', '/v1/books'),
  takes('a path of another remote', '/loans/7/return'),
  takes('a path that meets that of another remote', '/loans/new/:step'),
  { what: 'one path twice', content: { pages: [page, { ...page }] }, place: 'pages[1]', takes: '/lending' },
  {
    what: 'a point of another shape',
    content: { fills: [{ ...fill, point: 'Dashboard' }] },
    place: 'fills[0]',
  },
  {
    what: 'a height with more styles in it',
    content: { fills: [{ ...fill, height: '1rem; position: fixed' }] },
    place: 'fills[0]',
  },
  {
    what: 'an order that is a text',
    content: { fills: [{ ...fill, order: 'first' }] },
    place: 'fills[0]',
  },
  {
    what: 'a command that runs code',
    content: { commands: [{ ...command, path: 'javascript:alert(1)' }] },
    place: 'commands[0]',
  },
  { what: 'more commands than a search can show', content: { commands: many(command) }, place: 'commands' },
  {
    what: 'actions that are no list',
    content: { actions: [{ types: 'LEND', expose: 'LendingPage' }] },
    place: 'actions[0]',
  },
  {
    what: 'an offline read of another site',
    content: { offlineReads: [{ key: 'GET http://evil.example' }] },
    place: 'offlineReads[0]',
  },
  {
    what: 'a flag of another remote',
    content: { flags: [{ key: 'mf-other/x', title: 'X' }] },
    place: 'flags[0]',
  },
  { what: 'a setting that is null', content: { config: { days: null } }, place: 'config' },
  {
    what: 'more settings than an operator can edit',
    content: {
      config: Object.fromEntries(
        Array.from({ length: 41 }, (_, at) => [`s${at}`, { title: 'S', type: 'boolean', default: true }]),
      ),
    },
    place: 'config',
  },
  { what: 'a version of the API that is none', content: { api: 'latest' }, place: 'api' },
];
