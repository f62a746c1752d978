import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { momentStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Pencil } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { parsePage } from '../../notes/noteFields.ts';
import type { ReadingRecord } from '../statistics/readingRecords.ts';
import { correctedSession, localMoment, type SessionDraft } from './sessionByHand.ts';

/** Corrects or deletes a session; its earlier versions can still be seen. */
function EditSessionDialog(props: { record: ReadingRecord; onClose: () => void }) {
  const { onClose } = props;
  /** What another device changes while editing is not overwritten. */
  const [record] = useState(props.record);
  const t = useTranslate();
  const { session, notify } = useHost();
  const form = useId();
  const before = { ...record, endedAt: record.endedAt ?? record.startedAt };
  const [first] = useState<SessionDraft>(() => ({
    started: localMoment(new Date(before.startedAt)),
    ended: localMoment(new Date(before.endedAt)),
    minutes: Math.floor(before.seconds / 60),
    pages: before.pages,
  }));
  const [draft, setDraft] = useState(first);
  const [removing, setRemoving] = useState(false);
  const put = (change: Partial<SessionDraft>) => setDraft({ ...draft, ...change });
  const { change, problem } = correctedSession(before, first, draft, new Date());
  const ref = { id: record.id, bookId: record.bookId };
  const shown = {
    startTime: before.startedAt,
    endTime: before.endedAt,
    totalSeconds: before.seconds,
    pagesRead: before.pages,
  };

  const attempt = async (work: Promise<void>) => {
    try {
      await work;
      onClose();
    } catch {
      notify.show({ tone: 'danger', message: t('The session couldn’t be saved in this browser.') });
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (change !== null) runInBackground(attempt(session.correct({ ...ref, shown }, change)));
  };

  return (
    <Dialog
      onClose={onClose}
      title={t('Correct this session')}
      description={record.bookTitle}
      closeLabel={t('Close')}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={() => setRemoving(true)}>
            {t('Delete')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            disabled={change === null || Object.keys(change).length === 0}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save}>
        <Stack gap={4}>
          <SessionFields draft={draft} problem={problem} onChange={put} />
          <Words>{t('Points, goals and your streak update with your correction.')}</Words>
          {record.edited ? <SessionHistory id={record.id} /> : null}
        </Stack>
      </form>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('Delete this session?')}
        description={t('Its minutes and points won’t count any more.')}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep it')}
        onConfirm={() => runInBackground(attempt(session.remove(ref)))}
        danger
      />
    </Dialog>
  );
}

interface SessionFieldsProps {
  draft: SessionDraft;
  problem: ReturnType<typeof correctedSession>['problem'];
  onChange: (change: Partial<SessionDraft>) => void;
}

function SessionFields({ draft, problem, onChange }: SessionFieldsProps) {
  const t = useTranslate();
  return (
    <>
      <TextField
        label={t('Began')}
        type="datetime-local"
        value={draft.started}
        onChange={(started) => onChange({ started })}
        error={problem === 'order' ? t('It cannot end before it began.') : undefined}
      />
      <TextField
        label={t('Ended')}
        type="datetime-local"
        value={draft.ended}
        onChange={(ended) => onChange({ ended })}
        error={problem === 'future' ? t('A session cannot end in the future.') : undefined}
      />
      <Pair>
        <TextField
          label={t('Minutes read')}
          inputMode="numeric"
          value={draft.minutes === null ? '' : String(draft.minutes)}
          onChange={(text) => onChange({ minutes: parsePage(text) })}
          error={problem === 'minutes' ? t('Not more than from its start to its end.') : undefined}
        />
        <TextField
          label={t('Pages read')}
          inputMode="numeric"
          value={draft.pages === null ? '' : String(draft.pages)}
          onChange={(text) => onChange({ pages: parsePage(text) })}
        />
      </Pair>
    </>
  );
}

const Pair = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space(4)};
`;

const Words = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
`;

/** Earlier versions of a corrected session. */
function SessionHistory({ id }: { id: string }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const changes = useData('GET /reading/sessions/:id/changes', { params: { id } });
  if (changes.status !== 'ready' || changes.value.items.length === 0) return null;
  const when = new Intl.DateTimeFormat(language, momentStyle);
  return (
    <section>
      <Title>{t('What it was before')}</Title>
      <List role="list">
        {changes.value.items.map(({ id: change, before, changed_at }) => (
          <li key={change}>
            <span>
              {t('{{from}}, {{time}}', {
                from: when.format(new Date(before.started_at)),
                time: formatDuration(before.seconds, t),
              })}
            </span>
            <small>{t('until {{day}}', { day: when.format(new Date(changed_at)) })}</small>
          </li>
        ))}
      </List>
    </section>
  );
}

const Title = styled.h3`
  margin-block-end: ${space(1)};
  font-family: inherit;
  font-size: ${type.small};
  font-weight: 600;
`;

const List = styled.ul`
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
  & > li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 ${space(3)}; padding-block: ${space(1)}; }
  & small { color: ${color.textMuted}; }
`;

/** Button that opens the dialog to correct a session. */
export function EditSession({ record }: { record: ReadingRecord }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        size="small"
        icon={<Pencil />}
        label={t('Correct the session with {{title}}', { title: record.bookTitle })}
        onClick={() => setOpen(true)}
      />
      {open ? <EditSessionDialog record={record} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
