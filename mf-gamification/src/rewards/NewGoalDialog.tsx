import type { Goal } from '@lectern/shared-contracts/api/gamification.ts';
import { ownGoalReward } from '@lectern/shared-contracts/domain/goals.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { text } from '@lectern/shared-contracts/text.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useId, useState } from 'react';
import { useGamificationClient } from '../client/useGamification.ts';
import { type GoalDraft, readGoalDraft } from './goalDraft.ts';

export interface NewGoalDialogProps {
  open: boolean;
  onClose: () => void;
}

const empty: GoalDraft = { title: '', unit: 'minutes', type: 'daily', target: '20', deadline: '' };

/** Sets a goal of the reader's own. */
export function NewGoalDialog({ open, onClose }: NewGoalDialogProps) {
  const t = useTranslate();
  const { api } = useHost();
  const client = useGamificationClient();
  const form = useId();
  const [draft, setDraft] = useState(empty);
  const [wrong, setWrong] = useState<Partial<Record<keyof GoalDraft, string>>>({});
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const change = (field: keyof GoalDraft) => (value: string) => setDraft({ ...draft, [field]: value });

  const close = () => {
    setDraft(empty);
    setWrong({});
    setRefused(undefined);
    onClose();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const read = readGoalDraft(draft, new Date(), t);
    setWrong(read.wrong ?? {});
    if (read.goal === undefined) return;
    setBusy(true);
    try {
      await api.call('POST /api/gamification/goals', { body: { id: crypto.randomUUID(), ...read.goal } });
      client.refresh();
      close();
    } catch (error) {
      setRefused(t((error as Error).message));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title={t('New goal')}
      description={t('Reaching it earns {{count}} points, each time.', { count: ownGoalReward })}
      size="small"
      closeLabel={t('Close')}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {t('Set goal')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} noValidate>
        <Stack gap={4}>
          <TextField
            label={t('Name')}
            value={draft.title}
            onChange={change('title')}
            error={wrong.title}
            maxLength={200}
            placeholder={t('A chapter before bed')}
          />
          <TextField
            label={t('How many')}
            type="number"
            inputMode="numeric"
            min={1}
            value={draft.target}
            onChange={change('target')}
            error={wrong.target ?? refused}
          />
          <Select
            label={t('Of what')}
            value={draft.unit}
            onChange={change('unit')}
            options={units.map(([value, label]) => ({ value, label: t(label) }))}
          />
          <Select
            label={t('How often')}
            value={draft.type}
            onChange={change('type')}
            options={types.map(([value, label]) => ({ value, label: t(label) }))}
          />
          <TextField
            label={t('Deadline (optional)')}
            type="date"
            value={draft.deadline}
            onChange={change('deadline')}
            error={wrong.deadline}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

const units: readonly [Goal['unit'], string][] = [
  ['minutes', text('Minutes')],
  ['pages', text('Pages')],
  ['books', text('Books')],
];
const types: readonly [Goal['type'], string][] = [
  ['daily', text('Every day')],
  ['weekly', text('Every week')],
  ['monthly', text('Every month')],
  ['once', text('Once')],
];
