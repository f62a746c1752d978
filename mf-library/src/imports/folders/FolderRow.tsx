import type { Folder } from '@lectern/shared-contracts/api/uploads.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { momentStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import { FolderReport } from './FolderReport.tsx';
import { useGoneFiles } from './useGoneFiles.ts';

const states = {
  new: { label: text('Waiting for the first scan'), tone: 'neutral' },
  taking_in: { label: text('Adding books'), tone: 'info' },
  watching: { label: text('Watched'), tone: 'success' },
  stopped: { label: text('Stopped'), tone: 'warning' },
  done: { label: text('Done'), tone: 'success' },
} as const;

/** A folder or a library in a zip: how far it is, and what was left out. */
export function FolderRow({ folder }: { folder: Folder }) {
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const [isOpen, setOpen] = useState(false);
  const { busy, answer } = useGoneFiles(folder.id);
  const { name, kind, problem, gone, total, done, left_out_fields } = folder;
  // Nobody watches a zip: all of it is here.
  const state = kind === 'zip' && folder.state === 'watching' ? 'done' : folder.state;
  return (
    <li>
      <Head>
        <span>
          <b dir="auto">{name}</b>
          <small>
            {[kind === 'files' ? null : t('calibre library'), ...countsOf(folder, language, t)]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <Badge tone={states[state].tone}>{t(states[state].label)}</Badge>
      </Head>
      {state === 'taking_in' ? (
        <ProgressBar
          label={t('Adding books')}
          value={done}
          max={total}
          valueText={t('{{done}} of {{count}} done', { done, count: total })}
          showLabel
        />
      ) : null}
      {problem === null ? null : <Banner tone="warning" message={t(problem)} />}
      {gone > 0 ? (
        <Banner
          tone="info"
          message={t('{{count}} files are no longer in the folder. Their books are still in your library.', {
            count: gone,
          })}
          action={
            <>
              <Button size="small" disabled={busy} onClick={() => runInBackground(answer('keep'))}>
                {t('Keep the books')}
              </Button>
              <Button size="small" busy={busy} onClick={() => runInBackground(answer('bin'))}>
                {t('Move them to the bin')}
              </Button>
            </>
          }
        />
      ) : null}
      {left_out_fields.length > 0 ? (
        <Lead>
          {t('Lectern has no place for these fields: {{fields}}', { fields: left_out_fields.join(', ') })}
        </Lead>
      ) : null}
      <div>
        <Button
          size="small"
          variant="quiet"
          flush="start"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Hide the report') : t('Show the report')}
        </Button>
      </div>
      {isOpen ? <FolderReport folder={folder} /> : null}
    </li>
  );
}

function countsOf({ taken, left_out, looked_at }: Folder, language: string, t: Translate): string[] {
  const counts = [t('{{count}} files added', { count: taken })];
  if (left_out > 0) counts.push(t('{{count}} skipped', { count: left_out }));
  if (looked_at !== null) {
    const format = new Intl.DateTimeFormat(language, momentStyle);
    counts.push(t('last checked: {{time}}', { time: format.format(new Date(looked_at)) }));
  }
  return counts;
}

export const Section = styled.section`
  margin-block-start: ${space(8)};
  & > h2 { margin-block-end: ${space(2)}; }
  & > p { margin-block-end: ${space(3)}; }
`;

export const FolderList = styled.ul`
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: ${space(3)};
    padding-block: ${space(4)};
    border-block-end: 1px solid ${color.line};
  }
  & > li > * { min-inline-size: 0; }
`;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(4)};
  & > :first-child { display: grid; gap: ${space(1)}; min-inline-size: 0; overflow-wrap: anywhere; }
  & > :last-child { flex: none; }
  & small { color: ${color.textMuted}; font-size: ${type.small}; }
`;

export const Lead = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
  overflow-wrap: anywhere;
`;
