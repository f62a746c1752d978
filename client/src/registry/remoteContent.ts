import { type RemoteContent, RemoteDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { fits, isRecord, type Schema } from './fits.ts';

/** The valid content of a remote; every list is present. */
export interface CheckedContent extends Required<Omit<RemoteContent, 'api' | 'team'>> {
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rejected entries, each as 'pages[2]'. */
  problems: readonly string[];
}

/** By name of the remote. */
export type RemoteContents = ReadonlyMap<string, CheckedContent>;

const { properties } = RemoteDescription as unknown as { properties: Readonly<Record<string, Schema>> };

/**
 * Validates the content in a remote.json. Invalid items are left out and listed in `problems`; the
 * others stay. It is known even if the files of the remote cannot be loaded.
 * @param raw the untrusted description; a deploy has refused one with problems (tools/lib/deploy/contentProblems.mjs)
 */
export function remoteContent(raw: unknown): CheckedContent {
  const from = isRecord(raw) ? raw : {};
  const problems: string[] = [];
  const isValid = (place: string, schema: Schema | undefined, value: unknown): boolean => {
    const sound = schema !== undefined && fits(schema, value);
    if (!sound) problems.push(place);
    return sound;
  };
  const items = <T>(name: string): T[] => {
    const { items: each, ...whole } = properties[name] ?? {};
    const list = from[name] ?? [];
    if (!isValid(name, whole, list)) return [];
    return (list as T[]).filter((item, index) => isValid(`${name}[${index}]`, each, item));
  };
  const { texts = {}, config = {}, api } = from;
  if (api !== undefined) isValid('api', properties.api, api);
  return {
    pages: items('pages'),
    points: items('points'),
    fills: items('fills'),
    commands: items('commands'),
    actions: items('actions'),
    offlineReads: items('offlineReads'),
    flags: items('flags'),
    data: items('data'),
    config: isValid('config', properties.config, config) ? (config as CheckedContent['config']) : {},
    texts: isValid('texts', properties.texts, texts) ? (texts as CheckedContent['texts']) : {},
    problems,
  };
}

/** Translations of all remotes in a language, by English text. */
export function textsOfRemotes(contents: RemoteContents, language: string): Record<string, string> {
  return Object.assign({}, ...[...contents.values()].map(({ texts }) => texts[language] ?? {}));
}
