import {
  type PageDescription,
  type RemoteContent,
  RemoteDescription,
} from '@lectern/shared-contracts/contract/remotes.ts';
import { fits, isRecord, type Schema } from './fits.ts';

/** The valid content of a remote; every list is present. */
export interface CheckedContent extends Required<Omit<RemoteContent, 'api'>> {
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rejected entries, each as 'pages[2]'. */
  problems: readonly string[];
}

/** By name of the remote. */
export type RemoteContents = ReadonlyMap<string, CheckedContent>;

/** Control, bidi override and markup characters, which are not allowed in texts. */
const unfit = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff<>]/u;
/** Maximum entries of a list; the rest is ignored. */
const maxEntries = 40;
const maxTextLength = 200;

const areFit = (texts: readonly string[]): boolean =>
  texts.every((text) => text.length <= maxTextLength) && !unfit.test(texts.join(' '));

/** Whether all texts of an entry may be shown, and its lists are not too long. */
function isPresentable(value: unknown): boolean {
  if (typeof value === 'string') return areFit([value]);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value) && value.length > maxEntries) return false;
  return Object.values(value).every(isPresentable);
}

const { properties } = RemoteDescription as unknown as { properties: Readonly<Record<string, Schema>> };

/**
 * Validates the content in a remote.json. Invalid items are left out and listed in `problems`; the
 * others stay. It is known even if the files of the remote cannot be loaded.
 * @param raw the untrusted description
 */
export function remoteContent(raw: unknown): CheckedContent {
  const from = isRecord(raw) ? raw : {};
  const problems: string[] = [];
  const items = <T>(name: string): T[] => {
    const list = from[name];
    if (list === undefined) return [];
    if (!Array.isArray(list)) {
      problems.push(name);
      return [];
    }
    if (list.length > maxEntries) problems.push(`${name}[${maxEntries}…]`);
    const schema = properties[name]?.items as Schema;
    return list.slice(0, maxEntries).filter((item, index) => {
      const sound = fits(schema, item) && isPresentable(item);
      if (!sound) problems.push(`${name}[${index}]`);
      return sound;
    });
  };
  const pages = withEndingParents(items<PageDescription>('pages'), (cyclic) =>
    problems.push(`pages[${(from.pages as unknown[]).indexOf(cyclic)}].parent`),
  );
  const texts = areTextsByLanguage(from.texts) ? from.texts : undefined;
  if (from.texts !== undefined && !texts) problems.push('texts');
  if (from.api !== undefined && !fits(properties.api as Schema, from.api)) problems.push('api');
  return {
    pages,
    widgets: items('widgets'),
    commands: items('commands'),
    actions: items('actions'),
    offlineReads: items('offlineReads'),
    flags: items('flags'),
    texts: texts ?? {},
    problems,
  };
}

/** Checked in one pass, since a registry has hundreds of texts and is read at each start. */
function areTextsByLanguage(raw: unknown): raw is CheckedContent['texts'] {
  if (!isRecord(raw)) return false;
  const languages = Object.values(raw);
  if (!languages.every(isRecord)) return false;
  const all = languages.flatMap((texts) => Object.values(texts));
  return all.every((each): each is string => typeof each === 'string' && each !== '') && areFit(all);
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

/** Translations of all remotes in a language, by English text. */
export function textsOfRemotes(contents: RemoteContents, language: string): Record<string, string> {
  return Object.assign({}, ...[...contents.values()].map(({ texts }) => texts[language] ?? {}));
}
