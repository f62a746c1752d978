import { OneOf, type Static, type TSchema, Type } from '../api/type.ts';

/**
 * What a text that is shown may not contain: markup, and control characters, which may turn the text round. Without \p,
 * so that it means the same with and without the flag `u`.
 */
export const plainText = '^[^<>\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]*$';
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: plainText });

/** The file is part of the registry, which every visit reads. */
const List = <T extends TSchema>(item: T) => Type.Array(item, { maxItems: 40 });

/** Key and parameters of a read, as data. */
const ReadDescription = Type.Object({
  /** Key of a route that reads: 'GET /books/:id'. */
  key: Type.String({ pattern: '^GET /[A-Za-z0-9/:_-]{1,100}$' }),
  /** ':bookId' stands for the parameter of the page's path. */
  params: Type.Optional(Type.Record(Type.String(), Type.String())),
  query: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  ),
  /** Every page of a paged list, as WatchOptions.allPages. */
  allPages: Type.Optional(Type.Boolean()),
  /** Fetched in the background after the first page, for offline use. Not with path parameters. */
  offline: Type.Optional(Type.Boolean()),
});
export type ReadDescription = Static<typeof ReadDescription>;

/** A number beside a navigation entry: items of a list, or unfinished uploads. */
const BadgeDescription = Type.Object({
  read: Type.Optional(ReadDescription),
  /** Only the items that have these values. */
  where: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  ),
  uploads: Type.Optional(Type.Literal('pending')),
  /** Read out beside the number: '{{count}} unread notes'. Without it the number is shown in the quick menu only. */
  text: Type.Optional(Text(100)),
});
export type BadgeDescription = Static<typeof BadgeDescription>;

/** Where a page appears in the navigation; the numbers are sort orders. */
const NavigationDescription = Type.Object({
  label: Text(40),
  /** For the bottom bar and the quick menu; the label unless given. */
  shortLabel: Type.Optional(Text(20)),
  /**
   * Name of one of the shell's icons (shell/src/layout/navigation/icons.ts; AGENTS.md of the kit lists them). Another
   * name gets a neutral one.
   */
  icon: Text(40),
  rail: Type.Optional(Type.Number()),
  bar: Type.Optional(Type.Number()),
  quick: Type.Optional(Type.Number()),
  badge: Type.Optional(BadgeDescription),
});
export type NavigationDescription = Static<typeof NavigationDescription>;

/** Which error message is shown; section 8 of the specification. */
const FailureArea = OneOf('library', 'reader', 'upload', 'notes', 'default');

const path = Type.String({ pattern: '^/[A-Za-z0-9_-]+(/:?[A-Za-z0-9_-]+)*$', maxLength: 100 });
const title = Text(60);
const exposeName = Type.String({ pattern: '^[A-Za-z]\\w{0,59}$' });

/** All that is named must hold. What is not known yet, such as the flags before they are read, does not hold. */
const Condition = Type.Object({
  /** The reader has this role. */
  role: Type.Optional(OneOf('admin')),
  /** The feature flag is on for the reader: 'mf-lending/new-shelf'. */
  flag: Type.Optional(Type.String({ pattern: '^mf-[a-z0-9-]{1,40}/[a-z][a-z0-9-]{0,39}$' })),
  /** The server can be reached, or cannot. */
  online: Type.Optional(Type.Boolean()),
  /** The `format` of what the point gives is one of these. */
  format: Type.Optional(List(Type.String({ pattern: '^[a-z0-9]{1,12}$' }))),
  /** The language of the app is one of these. */
  language: Type.Optional(List(Type.String({ pattern: '^[a-z]{2,3}(-[A-Z]{2})?$' }))),
});
export type Condition = Static<typeof Condition>;

const PageDescription = Type.Object({
  /** '/lending', '/lending/:loanId'. Paths of the shell cannot be taken. */
  path,
  /** Name of the module that exposes it. */
  expose: exposeName,
  /** Of the document, the header and the breadcrumbs. */
  title,
  /** 'user' (default): a visitor is sent to sign in. */
  access: Type.Optional(OneOf('user', 'anyone')),
  /** 'none': the page and nothing around it. */
  chrome: Type.Optional(Type.Literal('none')),
  /** Path of the page above it among the breadcrumbs. */
  parent: Type.Optional(path),
  /** 'Error loading {{name}}. Please refresh.' and the message below it; the title and 'default' unless given. */
  failure: Type.Optional(Type.Object({ name: title, area: FailureArea })),
  navigation: Type.Optional(NavigationDescription),
  /** Where it does not hold, the page is not found and has no entry in the navigation. */
  when: Type.Optional(Condition),
  /** Path of the page most likely opened from here: it is prefetched once this one is idle. */
  next: Type.Optional(path),
  /** Data requested while the code is loading. */
  reads: Type.Optional(List(ReadDescription)),
  /**
   * URLs of further files, built from the responses of its reads, and fetched as soon as these arrive. '{GET
   * /books/:id#/cover_url}' is a placeholder: the key of a read, and a JSON Pointer into its response.
   */
  preloads: Type.Optional(List(Text(200))),
});
export type PageDescription = Static<typeof PageDescription>;

const pointName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });

/** A JSON Schema of moderate size. */
const Schema = Type.Record(Type.String(), Type.Unknown());

/** An extension point that this remote offers: other parts fill it. */
const PointDescription = Type.Object({
  /** 'book-tab': others name it 'mf-library/book-tab'. */
  name: pointName,
  /** Raised when its input changes so that earlier fills cannot use it. */
  version: Type.Integer({ minimum: 1, maximum: 1_000 }),
  /** 'component': a fill is shown. 'function': a fill is run. */
  kind: OneOf('component', 'function'),
  /** For teams and the operator. */
  title,
  /** JSON Schema of what a fill gets; without it a fill gets nothing. */
  input: Type.Optional(Schema),
});
export type PointDescription = Static<typeof PointDescription>;

/** What this remote adds at a point of the shell or of another remote. */
const FillDescription = Type.Object({
  /**
   * 'shell/dashboard', 'shell/dashboard-side', 'shell/header', 'shell/settings', 'shell/onboarding', 'shell/search',
   * 'shell/session-end', or one that a remote offers: 'mf-library/book-tab'. One that nobody offers stays empty.
   */
  point: Type.String({ pattern: '^(shell|mf-[a-z0-9-]{1,40})/[a-z][a-z0-9-]{0,39}$' }),
  /** Version of the point for which it was made; 1 unless given. */
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  order: Type.Optional(Type.Number()),
  expose: exposeName,
  /** Label of the tab, the menu entry or the button, and: '{{name}} cannot be shown right now.' */
  name: title,
  /** Where there is less room; the name unless given. */
  shortName: Type.Optional(Text(20)),
  /** Name of one of the shell's icons. */
  icon: Type.Optional(Text(40)),
  when: Type.Optional(Condition),
  /** Nothing is shown in its place when it fails. */
  quiet: Type.Optional(Type.Boolean()),
  /** CSS length of the skeleton in its place while it loads. */
  height: Type.Optional(Type.String({ pattern: '^\\d{1,3}(\\.\\d+)?rem$' })),
  reads: Type.Optional(List(ReadDescription)),
});
export type FillDescription = Static<typeof FillDescription>;

const CommandDescription = Type.Object({
  title,
  /** More words by which the search finds it. */
  keywords: Type.Optional(Text(200)),
  /** The page that it opens. */
  path,
});
export type CommandDescription = Static<typeof CommandDescription>;

/** Types of queued writes, and the module whose default export is the list of their ActionTypes. */
const ActionsDescription = Type.Object({
  types: List(Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,59}$' })),
  expose: exposeName,
});
export type ActionsDescription = Static<typeof ActionsDescription>;

/** A feature that administrators can switch on and off, for all users or some, without a deployment. */
const FlagDescription = Type.Object({
  /** 'new-shelf': the remote asks for it as useFlag('mf-lending/new-shelf'). */
  key: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
  /** What it is called in Administration. */
  title,
});
export type FlagDescription = Static<typeof FlagDescription>;

/** Most rows of a reader in a collection, and most bytes of a row, unless it declares others. */
export const defaultRows = 1_000;
export const defaultRowBytes = 4_000;

/** Rows of JSON that the remote keeps for each reader, on all devices: `host.data.collection(name)`. */
const CollectionDescription = Type.Object({
  name: pointName,
  /** What the reader calls its rows: the bin shows them under it. */
  title: Type.Optional(title),
  /** Fields by whose values rows can be found, all of them texts. */
  keys: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }), { maxItems: 3 })),
  /** Most rows of one reader; 1,000 unless given. */
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
  /** Most bytes of a row; 4,000 unless given. */
  bytes: Type.Optional(Type.Integer({ minimum: 100, maximum: 64_000 })),
  /**
   * When two devices changed a row: 'last' (the default) keeps the later one, 'merge' takes each field from who changed
   * it, 'ask' keeps both and shows them to the reader.
   */
  conflict: Type.Optional(OneOf('last', 'merge', 'ask')),
});
export type CollectionDescription = Static<typeof CollectionDescription>;

/** A setting of the remote that the operator edits: read as `host.config`. */
const SettingDescription = Type.Object({
  title,
  type: OneOf('string', 'number', 'boolean'),
  default: Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean()]),
  /** The values to choose from. */
  enum: Type.Optional(
    Type.Array(Type.Union([Type.String({ maxLength: 200 }), Type.Number()]), { maxItems: 40 }),
  ),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
});
export type SettingDescription = Static<typeof SettingDescription>;

/** mf-x/remote.json: all that a remote brings. The build adds version, files and translations to it. */
const content = {
  /** Who answers for it, for operators and QA. */
  team: Type.Optional(Text(60)),
  pages: Type.Optional(List(PageDescription)),
  points: Type.Optional(List(PointDescription)),
  fills: Type.Optional(List(FillDescription)),
  commands: Type.Optional(List(CommandDescription)),
  actions: Type.Optional(List(ActionsDescription)),
  /** Kept for offline as reads with `offline`, though no page begins with them. */
  offlineReads: Type.Optional(List(ReadDescription)),
  flags: Type.Optional(List(FlagDescription)),
  data: Type.Optional(Type.Array(CollectionDescription, { maxItems: 10 })),
  /** By name: the properties of a JSON Schema. */
  config: Type.Optional(Type.Record(Type.String(), SettingDescription, { maxProperties: 40 })),
  /** Version of the server's API that it needs, major.minor. */
  api: Type.Optional(Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}$' })),
};
export const RemoteContent = Type.Object(content);
export type RemoteContent = Static<typeof RemoteContent>;

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
  container: Type.Optional(Type.String({ pattern: '^mf_[a-z0-9_]{1,40}$' })),
  /** The scripts that each exposed module needs at once: fetched beside the entry, not after it. */
  scripts: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** Scripts that draw a page before the app has started (firstView.ts): by exposed module, then by language. */
  firstViews: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
  ...content,
  /** Translations of the texts above, by language, then by English text. */
  texts: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Text(200)))),
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
