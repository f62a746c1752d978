/**
 * The files of a new remote: a page with a navigation entry, a dashboard widget, a search command, a queued write, and
 * a read that is available offline. The write and the read use notes with a tag of the remote, since a remote cannot
 * add routes to the server.
 */

/** The texts of the new remote, by language; `#` is replaced by its title, which is the same in all of them. */
const texts = {
  en: {},
  ar: [
    'فتح #',
    'ملاحظات #',
    'مدخل جديد',
    'إضافة',
    'لا شيء هنا بعد.',
    'تعذّر حفظ المدخل.',
    'عدد المدخلات: {{number}}',
  ],
  de: [
    '# öffnen',
    '# Notizen',
    'Neuer Eintrag',
    'Hinzufügen',
    'Noch nichts hier.',
    'Der Eintrag konnte nicht gespeichert werden.',
    'Einträge: {{number}}',
  ],
  es: [
    'Abrir #',
    'Notas de #',
    'Nueva entrada',
    'Añadir',
    'Aún no hay nada aquí.',
    'No se ha podido guardar la entrada.',
    'Entradas: {{number}}',
  ],
  fr: [
    'Ouvrir #',
    'Notes de #',
    'Nouvelle entrée',
    'Ajouter',
    'Rien ici pour le moment.',
    'L’entrée n’a pas pu être enregistrée.',
    'Entrées : {{number}}',
  ],
  ja: [
    '#を開く',
    '#のメモ',
    '新しい項目',
    '追加',
    'まだ何もありません。',
    '項目を保存できませんでした。',
    '項目数：{{number}}',
  ],
  'pt-BR': [
    'Abrir #',
    'Notas de #',
    'Nova entrada',
    'Adicionar',
    'Nada aqui ainda.',
    'Não foi possível salvar a entrada.',
    'Entradas: {{number}}',
  ],
  'zh-CN': ['打开#', '#笔记', '新条目', '添加', '这里还没有内容。', '无法保存该条目。', '条目数：{{number}}'],
};
const keys = (title) => [
  `Open ${title}`,
  `${title} notes`,
  'New entry',
  'Add',
  'Nothing here yet.',
  'The entry could not be saved.',
  'Entries: {{number}}',
];

/** @returns {Record<string, string>} the texts in a language, sorted like `npm run translations` does */
function locale(title, language) {
  if (language === 'en') return {};
  const own = keys(title).map((key, index) => [key, texts[language][index].replaceAll('#', title)]);
  const all = [[title, title], ...own];
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Libraries that a remote takes from the shell, in the shell's versions. @returns entries */
export const librariesOf = (versions) =>
  ['react', 'react-dom', 'styled-components'].map((library) => [library, versions[library]]);

/** Formatted like the formatter does: a list of one text is on one line. */
export const json = (value) =>
  `${JSON.stringify(value, null, 2).replaceAll(/\[\s+("[^"]*")\s+\]/g, '[$1]')}\n`;

/**
 * @param {string} name
 * @param {Record<string, string>} versions of the libraries
 * @param {string} [dev] command that starts its dev server
 * @returns {Record<string, string>} files by path relative to the folder
 */
export function filesOf(name, versions, dev = 'node ../tools/dev-remote.mjs') {
  const word = name.slice('mf-'.length);
  const title = word.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());
  const base = title.replaceAll(' ', '');
  const constant = word.replaceAll('-', '_').toUpperCase();
  const notes = { key: 'GET /notes', offline: true };
  return {
    'package.json': json({
      name: `@lectern/${name}`,
      version: '0.1.0',
      private: true,
      license: 'Apache-2.0',
      type: 'module',
      scripts: { dev },
      lectern: { budget: { [`${base}Page`]: 30_000, [`${base}Widget`]: 30_000 } },
      dependencies: versions,
    }),
    'remote.json': json({
      pages: [
        {
          path: `/${word}`,
          expose: `${base}Page`,
          title,
          navigation: { label: title, icon: 'bell', rail: 90, quick: 90 },
          reads: [notes],
        },
      ],
      widgets: [
        {
          slot: 'dashboard-side',
          order: 90,
          expose: `${base}Widget`,
          name: title,
          height: '6rem',
          reads: [notes],
        },
      ],
      commands: [{ title: `Open ${title}`, keywords: `${title} notes`, path: `/${word}` }],
      actions: [{ types: [`ADD_${constant}_ENTRY`], expose: `${base}Actions` }],
    }),
    [`src/expose/${base}Page.tsx`]: exposed(name, base, 'Page'),
    [`src/expose/${base}Widget.tsx`]: exposed(name, base, 'Widget'),
    [`src/expose/${base}Actions.ts`]: `import { addEntry } from '../addEntry.ts';

/** Types of queued writes of this remote: the shell loads them when the queue contains one. */
export default [addEntry];
`,
    'src/setUp.ts': `import type { Host, Locale } from '@lectern/shared-contracts/contract/host.ts';
import { addEntry } from './addEntry.ts';

/** Registers the queued write and the texts of this remote. The keys are the English texts. */
export function setUp(host: Host): void {
  host.sync.register(addEntry);
  host.i18n.register('${name}', async (language) => {
    const { default: locale } = (await import(\`./locales/\${language}.json\`)) as { default: Locale };
    return locale;
  });
}
`,
    'src/addEntry.ts': `import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { withItem } from '@lectern/shared-contracts/sync/lists.ts';

/** Entries are notes with this tag. */
export const tag = '${word}';

/** POST /notes, with a client-generated id, so that a repeated request changes nothing. */
export interface AddEntry {
  id: string;
  content: string;
  created_at: string;
}

declare module '@lectern/shared-contracts/contract/syncActions.ts' {
  interface ActionPayloads {
    ADD_${constant}_ENTRY: AddEntry;
  }
}

/** Adds an entry: shown at once, sent when the server is reachable. */
export const addEntry: ActionType<AddEntry> = {
  type: 'ADD_${constant}_ENTRY',
  priority: 5,
  accepts: (payload): payload is AddEntry => {
    const { id, content } = (payload ?? {}) as Partial<AddEntry>;
    return typeof id === 'string' && typeof content === 'string';
  },
  entity: ({ id }) => \`note:\${id}\`,
  request: (entry) => ({ key: 'POST /notes', body: { ...entry, tags: [tag] } }),
  overlay: { 'GET /notes': (list, entry) => withItem(list, noteOf(entry)) },
};

const noteOf = ({ id, content, created_at }: AddEntry): Note => ({
  id,
  book_id: null,
  title: '',
  content,
  type: 'note',
  page: null,
  position: null,
  color: null,
  tags: [tag],
  unread: false,
  created_at,
  updated_at: created_at,
});
`,
    'src/useEntries.ts': `import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { tag } from './addEntry.ts';

/** The entries, newest first; empty while they are loading. */
export function useEntries(): readonly Note[] {
  const notes = useData('GET /notes', {});
  return notes.status === 'ready' ? notes.value.items.filter(({ tags }) => tags.includes(tag)) : [];
}
`,
    [`src/${base}Page.tsx`]: `import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { useEntries } from './useEntries.ts';

/** The page at /${word}: a list of entries, and a field to add one. It works offline. */
export function ${base}Page() {
  const t = useTranslate();
  const { sync, notify } = useHost();
  const entries = useEntries();
  const [content, setContent] = useState('');

  const add = (event: FormEvent) => {
    event.preventDefault();
    const entry = { id: crypto.randomUUID(), content, created_at: new Date().toISOString() };
    setContent('');
    runInBackground(
      sync
        .enqueue('ADD_${constant}_ENTRY', entry)
        .catch(() => notify.show({ tone: 'danger', message: t('The entry could not be saved.') })),
    );
  };

  return (
    <>
      <PageHeader title={t('${title}')} />
      <Stack gap={5}>
        <form onSubmit={add}>
          <Stack gap={3}>
            <TextField label={t('New entry')} value={content} onChange={setContent} />
            <Button type="submit" variant="primary" disabled={content.trim() === ''}>
              {t('Add')}
            </Button>
          </Stack>
        </form>
        {entries.length === 0 ? <EmptyState title={t('Nothing here yet.')} /> : null}
        <List>
          {entries.map((entry) => (
            <li key={entry.id}>{entry.content}</li>
          ))}
        </List>
      </Stack>
    </>
  );
}

const List = styled.ul\`
  display: grid;
  gap: \${space(2)};
  padding: 0;
  list-style: none;
\`;
`,
    [`src/${base}Widget.tsx`]: `import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { useEntries } from './useEntries.ts';

/** A dashboard widget with the number of entries, and a link to the page. */
export function ${base}Widget() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const entries = useEntries();
  return (
    <Card title={t('${title}')}>
      <p>{t('Entries: {{number}}', { number: entries.length })}</p>
      <Link to="/${word}">{t('Open ${title}')}</Link>
    </Card>
  );
}
`,
    [`src/${base}Page.test.tsx`]: `import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ${base}Page } from './${base}Page.tsx';
import { setUp } from './setUp.ts';

it('shows a new entry at once and queues it, also without a network', async () => {
  const host = createTestHost({ network: 'offline', routes: { 'GET /notes': () => ({ items: [] }) } });
  setUp(host);
  renderInHost(<${base}Page />, host);
  await userEvent.type(screen.getByLabelText('New entry'), 'A first entry');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(host.test.queued()).toMatchObject([
    { type: 'ADD_${constant}_ENTRY', payload: { content: 'A first entry' } },
  ]);
  expect(screen.getByLabelText('New entry')).toHaveValue('');
});
`,
    ...Object.fromEntries(
      Object.keys(texts).map((language) => [`src/locales/${language}.json`, json(locale(title, language))]),
    ),
  };
}

const exposed = (
  name,
  base,
  part,
) => `import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { ${base}${part} } from '../${base}${part}.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: '${name}', component: ${base}${part}, setUp });
`;
