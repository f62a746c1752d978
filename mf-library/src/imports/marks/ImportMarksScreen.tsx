import type { MarksImport } from '@lectern/shared-contracts/api/marks.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import {
  useData,
  useHost,
  useReadable,
  useSetTitle,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { FileDrop } from '@lectern/shared-ui/FileDrop.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Undo2 } from 'lucide-react';
import { styled } from 'styled-components';
import { formatDay } from '../../books/formats.ts';
import { itemsOf } from '../../data/itemsOf.ts';
import { MarksProofView } from './MarksProofView.tsx';
import { useMarksImport } from './useMarksImport.ts';

/** Read by the server itself. */
const serverFormats = '.annotations,.annotation,.zip,.json,.txt,.html,.csv,.md,.lua,.sqlite';

/** The page /imports: highlights and notes from a file, shown before they are written. */
export function ImportMarksScreen() {
  const t = useTranslate();
  const { state, choose, chooseBook, write, restart } = useMarksImport();
  const { network, point } = useHost();
  const isOnline = useReadable(network) === 'online';
  const formats = useReadable(point('mf-library/import-format'));
  useSetTitle(t('Import highlights and notes'));
  return (
    <Page>
      <PageHeader
        title={t('Import highlights and notes')}
        lead={t(
          'From a Kindle, a Kobo, KOReader, Readwise, Apple Books, Obsidian, Thorium or another Lectern. First you see what would be added.',
        )}
      />
      {state.step === 'choosing' ? (
        <>
          {isOnline ? null : (
            <Banner tone="info" message={t('Highlights and notes can be imported when you are online.')} />
          )}
          {state.problem ? <Banner tone="danger" message={state.problem} /> : null}
          <FileDrop
            label={t('Drop a file with highlights and notes here')}
            buttonLabel={t('Choose a File')}
            hint={t(
              'My Clippings.txt, KoboReader.sqlite, metadata.epub.lua, .annotations, HTML, CSV, JSON, Markdown, or a zip of several.',
            )}
            accept={[
              serverFormats,
              ...formats.flatMap((one) => one.formats.map((format) => `.${format}`)),
            ].join()}
            onFiles={(files) => runInBackground(choose(files))}
          />
        </>
      ) : null}
      {state.step === 'reading' ? <p role="status">{t('Looking for the passages in your books…')}</p> : null}
      {state.step === 'proof' ? (
        <MarksProofView
          proof={state.proof}
          busy={state.isWriting}
          problem={state.problem}
          onChooseBook={(set, bookId) => runInBackground(chooseBook(state.file, set, bookId))}
          onWrite={() => runInBackground(write(state.file, state.proof))}
          onCancel={restart}
        />
      ) : null}
      {state.step === 'done' ? (
        <Banner
          tone="success"
          message={
            state.done
              ? t('{{count}} highlights, notes and bookmarks were added.', { count: state.done.marks })
              : t('Everything in this file was here already.')
          }
          action={<Button onClick={restart}>{t('Import another file')}</Button>}
        />
      ) : null}
      <EarlierImports />
    </Page>
  );
}

/** Imports that can be undone. */
function EarlierImports() {
  const { api, data, notify, i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const imports = itemsOf(useData('GET /marks/imports', {}));
  if (imports.length === 0) return null;
  const undo = async ({ id, name }: MarksImport) => {
    try {
      const { removed, kept } = await api.call('DELETE /marks/imports/:id', { params: { id } });
      const parts = [t('{{count}} of “{{name}}” were removed.', { count: removed, name })];
      if (kept > 0) parts.push(t('{{count}} that you have changed since stay.', { count: kept }));
      notify.show({ tone: 'success', message: parts.join(' ') });
    } catch (error) {
      notify.show({ tone: 'warning', message: t(errorMessage(error)) });
    }
    data.refresh('GET /marks/imports');
  };
  return (
    <section aria-labelledby="earlier-imports">
      <h2 id="earlier-imports">{t('Imports so far')}</h2>
      <List role="list">
        {imports.map((one) => (
          <li key={one.id}>
            <span>
              <bdi>{one.name}</bdi>
              <small>
                {t('{{count}} added', { count: one.marks })} · {formatDay(one.created_at, language)}
              </small>
            </span>
            <Button
              size="small"
              icon={<Undo2 />}
              aria-label={t('Undo the import of {{name}}', { name: one.name })}
              onClick={() => runInBackground(undo(one))}
            >
              {t('Undo')}
            </Button>
          </li>
        ))}
      </List>
    </section>
  );
}

const Page = styled.div`
  display: grid;
  gap: ${space(6)};
  max-inline-size: 52rem;
  & > * { min-inline-size: 0; }
  & > header { margin-block-end: 0; }
  & h2 { font-size: ${type.large}; }
`;

const List = styled.ul`
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space(4)};
    padding-block: ${space(3)};
    border-block-end: 1px solid ${color.line};
  }
  & > li > span { display: grid; justify-items: start; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { color: ${color.textMuted}; font-size: ${type.small}; }
`;
