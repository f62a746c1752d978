import { logKeyPrefix, type StoredAction } from '../offline/queue/index.ts';
import { actionName } from '../offline/status/actionName.ts';
import { recoverText, type Wording } from '../offline/status/recoverText.ts';
import type { Unsent } from './unsent.ts';

/** Unsent data as readable Markdown: texts as they were written, everything else as JSON. */
export function unsentText({ actions, uploads, entries }: Unsent, wording: Wording): string {
  const { t } = wording;
  const storedIds = new Set(actions.map(({ id }) => id));
  const inLog = Object.entries(entries)
    .filter(([key]) => key.startsWith(logKeyPrefix))
    .map(([, text]) => JSON.parse(text) as StoredAction)
    .filter(({ id }) => !storedIds.has(id));
  // Two tabs may have logged the same write.
  const logged = new Map(inLog.map((action) => [action.id, action])).values();
  const drafts = Object.entries(entries).filter(([key]) => key.includes('.draft.'));
  const parts = [
    `# ${t('Not sent yet')}`,
    ...[...actions, ...logged].map(
      (action) => `## ${actionName(action.type, t)}\n\n${bodyOf(action, wording)}`,
    ),
    ...drafts.map(([, text]) => `## ${t('A text not saved yet')}\n\n${wordsIn(text)}`),
    ...uploads.map(({ filename }) => `## ${t('A file to upload')}\n\n${filename}`),
  ];
  return `${parts.join('\n\n')}\n`;
}

function bodyOf(action: StoredAction, wording: Wording): string {
  const words = recoverText(action, wording);
  if (words === null) return `\`\`\`json\n${JSON.stringify(action.payload, null, 2)}\n\`\`\``;
  const quote = words.quote === null ? [] : [words.quote.replace(/^/gm, '> ')];
  const title = words.title === null ? [] : [`**${words.title}**`];
  return [...title, ...quote, ...(words.text === '' ? [] : [words.text])].join('\n\n');
}

/** What a draft was made from: `before`, `seen…`. */
const basisFields = /^(before|seen)/;

/** The texts of a draft, without what it was made from. */
function wordsIn(json: string): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value;
  const fields = Object.entries((value ?? {}) as Record<string, unknown>);
  return fields
    .flatMap(([name, field]) =>
      typeof field === 'string' && field !== '' && !basisFields.test(name) ? [field] : [],
    )
    .join('\n\n');
}
