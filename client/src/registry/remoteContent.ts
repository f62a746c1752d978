import type { DeprecationKey } from '@lectern/shared-contracts/contract/deprecations.ts';
import type {
  ActionsDescription,
  BadgeDescription,
  CommandDescription,
  FlagDescription,
  NavigationDescription,
  PageDescription,
  ReadDescription,
  RemoteContent,
  WidgetDescription,
} from '@lectern/shared-contracts/contract/remotes.ts';

/** The valid content of a remote; every list is present. */
export interface CheckedContent extends Required<Omit<RemoteContent, 'api'>> {
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rejected entries, each as 'pages[2]'. */
  problems: readonly string[];
  /** Deprecated features that it uses. */
  deprecated: readonly DeprecationKey[];
}

/** By name of the remote. */
export type RemoteContents = ReadonlyMap<string, CheckedContent>;

type Check = (value: unknown) => boolean;

/** Control, bidi override and markup characters, which are not allowed in texts. */
const unfit = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff<>]/u;
/** Maximum entries of a list; the rest is ignored. */
const maxEntries = 40;

const textUpTo =
  (length: number): Check =>
  (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= length && !unfit.test(value);
const text = textUpTo(200);
const title = textUpTo(60);
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const flag: Check = (value) => typeof value === 'boolean';
const value: Check = (it) => typeof it === 'string' || flag(it) || number(it);
const oneOf =
  (...values: unknown[]): Check =>
  (it) =>
    values.includes(it);
const matching =
  (pattern: RegExp): Check =>
  (it) =>
    typeof it === 'string' && it.length <= 120 && pattern.test(it);
const listOf =
  (check: Check): Check =>
  (it) =>
    Array.isArray(it) && it.length <= maxEntries && it.every(check);
const recordOf =
  (check: Check): Check =>
  (it) =>
    isRecord(it) && Object.values(it).every(check);
/** Checks the fields of an object; those in `optional` may be missing, unknown ones are ignored. */
const shape =
  <T>(required: Record<string, Check>, optional: Record<string, Check> = {}) =>
  (it: unknown): it is T =>
    isRecord(it) &&
    Object.entries(required).every(([name, check]) => check(it[name])) &&
    Object.entries(optional).every(([name, check]) => it[name] === undefined || check(it[name]));

const path = matching(/^\/[A-Za-z0-9_-]+(\/:?[A-Za-z0-9_-]+)*$/);
const expose = matching(/^[A-Za-z]\w{0,59}$/);

const read = shape<ReadDescription>(
  { key: matching(/^GET \/[A-Za-z0-9/:_-]{1,100}$/) },
  { params: recordOf(text), query: recordOf(value), allPages: flag, offline: flag },
);
const badge = shape<BadgeDescription>({}, { read, where: recordOf(value), uploads: oneOf('pending'), text });
const navigation = shape<NavigationDescription>(
  { label: text, icon: text },
  { shortLabel: text, rail: number, bar: number, quick: number, badge },
);
const apiVersion = matching(/^\d{1,6}\.\d{1,6}$/);
const page = shape<PageDescription>(
  { path, expose, title },
  {
    access: oneOf('user', 'anyone'),
    chrome: oneOf('none'),
    parent: path,
    failure: shape({ name: title, area: oneOf('library', 'reader', 'upload', 'notes', 'default') }),
    navigation,
    next: path,
    reads: listOf(read),
    preloads: listOf(text),
  },
);
const widget = shape<WidgetDescription>(
  { slot: matching(/^[a-z-]{1,40}$/), expose, name: title },
  { order: number, quiet: flag, height: matching(/^\d{1,3}(\.\d+)?rem$/), reads: listOf(read) },
);
const command = shape<CommandDescription>({ title, path }, { keywords: text });
const actions = shape<ActionsDescription>({ types: listOf(matching(/^[A-Z][A-Z0-9_]{0,59}$/)), expose });
const flagOfRemote = shape<FlagDescription>({ key: matching(/^[a-z][a-z0-9-]{0,39}$/), title });
/** Contract 1.2. */
const route = shape<Pick<PageDescription, 'path' | 'title' | 'expose'>>({ path, title, expose });

/**
 * Validates the content in a remote.json. Invalid items are left out and listed in `problems`; the
 * others stay. It is known even if the files of the remote cannot be loaded.
 * @param raw the untrusted description
 */
export function remoteContent(raw: unknown): CheckedContent {
  const from = isRecord(raw) ? raw : {};
  const problems: string[] = [];
  const items = <T>(name: string, check: (it: unknown) => it is T): T[] => {
    const list = from[name];
    if (list === undefined) return [];
    if (!Array.isArray(list)) {
      problems.push(name);
      return [];
    }
    if (list.length > maxEntries) problems.push(`${name}[${maxEntries}…]`);
    return list.slice(0, maxEntries).filter((item, index): item is T => {
      const sound = check(item);
      if (!sound) problems.push(`${name}[${index}]`);
      return sound;
    });
  };
  const single = (name: string, check: Check) => {
    if (from[name] !== undefined && !check(from[name])) problems.push(name);
  };
  const pages = withEndingParents(items('pages', page), (cyclic) =>
    problems.push(`pages[${(from.pages as unknown[]).indexOf(cyclic)}].parent`),
  );
  const texts = areTextsByLanguage(from.texts) ? from.texts : undefined;
  if (from.texts !== undefined && !texts) problems.push('texts');
  single('api', apiVersion);
  return {
    pages: [...pages, ...items('routes', route)],
    widgets: items('widgets', widget),
    commands: items('commands', command),
    actions: items('actions', actions),
    offlineReads: items('offlineReads', read),
    flags: items('flags', flagOfRemote),
    texts: texts ?? {},
    problems,
    deprecated: Array.isArray(from.routes) && from.routes.length > 0 ? ['routes'] : [],
  };
}

/** Checked in one pass, since a registry has hundreds of texts and is read at each start. */
function areTextsByLanguage(raw: unknown): raw is CheckedContent['texts'] {
  if (!isRecord(raw)) return false;
  const languages = Object.values(raw);
  if (!languages.every(isRecord)) return false;
  const all = languages.flatMap((texts) => Object.values(texts));
  return (
    all.every((each) => typeof each === 'string' && each !== '' && each.length <= 200) &&
    !unfit.test(all.join(' '))
  );
}

/** Removes cyclic parents, which would make breadcrumbs endless. */
function withEndingParents(
  pages: readonly PageDescription[],
  onCyclic: (page: PageDescription) => void,
): PageDescription[] {
  const parents = new Map(pages.map(({ path: own, parent }) => [own, parent]));
  return pages.map((current) => {
    const seen = new Set<string>();
    let above = current.parent;
    while (above !== undefined && above !== current.path && !seen.has(above)) {
      seen.add(above);
      above = parents.get(above);
    }
    if (above !== current.path) return current;
    onCyclic(current);
    const { parent: _, ...rest } = current;
    return rest;
  });
}

/** Whether a description has content; before contract 1.3 it may not. */
export const describesContent = (raw: unknown): boolean =>
  isRecord(raw) && ['pages', 'widgets', 'routes'].some((name) => Array.isArray(raw[name]));

function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** Translations of all remotes in a language, by English text. */
export function textsOfRemotes(contents: RemoteContents, language: string): Record<string, string> {
  return Object.assign({}, ...[...contents.values()].map(({ texts }) => texts[language] ?? {}));
}
