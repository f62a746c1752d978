import { type Static, Type } from 'typebox';

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
  'mf-reader': ['ReaderPage'],
  'mf-gamification': ['RewardsPage', 'OnboardingModal', 'StreakWidget'],
  'mf-mentor': ['MentorPage', 'SuggestionWidget'],
  'mf-search': ['SearchOverlay'],
} as const;

export type RemoteName = keyof typeof remoteExposes;
export type ExposeOf<R extends RemoteName> = (typeof remoteExposes)[R][number];

/** remote.json, published beside a remote's manifest: plain facts that can be read before any of its code. */
export const RemoteDescription = Type.Object({
  name: Type.String({ pattern: '^mf-[a-z0-9-]{1,40}$' }),
  version: Type.String({ pattern: '^[0-9A-Za-z.+-]{1,60}$' }),
  /** major.minor of the contract it was built for. */
  contract: Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}$' }),
  exposes: Type.Array(Type.String()),
  /** Address of the federation manifest, relative to remote.json. */
  manifest: Type.String(),
  files: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Integer(), integrity: Type.String() })),
});
export type RemoteDescription = Static<typeof RemoteDescription>;

const Published = Type.Object({
  /** Folder of this version, absolute or from the root of the origin, with a trailing slash. */
  base: Type.String(),
  description: RemoteDescription,
});

/** /remotes.json: the remotes in production, each with its current and its previous version. */
export const RemoteRegistry = Type.Object({
  remotes: Type.Record(
    Type.String(),
    Type.Object({ current: Published, previous: Type.Optional(Published) }),
  ),
});
export type RemoteRegistry = Static<typeof RemoteRegistry>;
export type PublishedRemote = Static<typeof Published>;
