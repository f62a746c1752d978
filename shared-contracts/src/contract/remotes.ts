import { type Static, Type } from '../api/type.ts';

/** What each remote exposes; the keys are the module names of its build. */
export const remoteExposes = {
  'mf-library': [
    'LibraryPage',
    'BookPage',
    'UploadPage',
    'NotesPage',
    'CollectionsPage',
    'RecentBooksWidget',
  ],
  'mf-reader': ['ReaderPage', 'AppearanceWidget'],
  'mf-gamification': ['RewardsPage', 'OnboardingModal', 'StreakWidget', 'StandingWidget'],
  'mf-mentor': ['MentorPage', 'SuggestionWidget'],
  'mf-search': ['SearchOverlay'],
} as const;

export type RemoteName = keyof typeof remoteExposes;
export type ExposeOf<R extends RemoteName> = (typeof remoteExposes)[R][number];

/** A page of its own that a remote brings, beside those of the shell's table: no build of the shell is needed for it. */
const OwnRoute = Type.Object({
  /** As react-router writes it: '/lending', '/lending/:loanId'. The shell's own addresses win. */
  path: Type.String({ pattern: '^/[A-Za-z0-9/:_-]{1,100}$' }),
  /** Of the document and the header; stands in 'Error loading Lending. Please refresh.' too. */
  title: Type.String({ minLength: 1, maxLength: 60 }),
  expose: Type.String(),
});

/** remote.json, published beside a remote's manifest: plain facts that can be read before any of its code. */
export const RemoteDescription = Type.Object({
  name: Type.String({ pattern: '^mf-[a-z0-9-]{1,40}$' }),
  version: Type.String({ pattern: '^[0-9A-Za-z.+-]{1,60}$' }),
  /** major.minor of the contract it was built for. */
  contract: Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}$' }),
  exposes: Type.Array(Type.String()),
  /** Address of the federation manifest, relative to remote.json, for tools that read one; the shell does not. */
  manifest: Type.String(),
  /** Every file; in the registry, where `list` says where all of them stand, only those that a page begins with. */
  files: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Integer(), integrity: Type.String() })),
  /** The published remote.json, whose `files` are all of them. */
  list: Type.Optional(Type.Object({ path: Type.String(), integrity: Type.String() })),
  /** The script that is its entry, and the name under which that makes itself known; the shell needs both. */
  entry: Type.Optional(Type.String()),
  container: Type.Optional(Type.String()),
  /** The scripts that each exposed module needs at once: fetched beside the entry, not after it. */
  scripts: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** Scripts that draw a page before the app has started (firstView.ts): by exposed module, then by language. */
  firstViews: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
  routes: Type.Optional(Type.Array(OwnRoute)),
});
export type RemoteDescription = Static<typeof RemoteDescription>;

const Published = Type.Object({
  /** Folder of this version, absolute or from the root of the origin, with a trailing slash. */
  base: Type.String(),
  description: RemoteDescription,
});

/** A version that a share of the readers gets before the others (canary.ts). */
const Canary = Type.Object({
  ...Published.properties,
  share: Type.Number({ minimum: 0, maximum: 1 }),
});

/** /remotes.json: the remotes in production, each with its current and its previous version. */
export const RemoteRegistry = Type.Object({
  remotes: Type.Record(
    Type.String(),
    Type.Object({
      current: Published,
      previous: Type.Optional(Published),
      canary: Type.Optional(Canary),
    }),
  ),
});
export type RemoteRegistry = Static<typeof RemoteRegistry>;
export type PublishedRemote = Static<typeof Published>;
export type CanaryRemote = Static<typeof Canary>;
export type OwnRoute = Static<typeof OwnRoute>;
