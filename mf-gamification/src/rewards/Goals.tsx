import type { Goal } from '@lectern/shared-contracts/api/gamification.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { goalState, ownGoalReward } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { useFieldErrors } from '@lectern/shared-ui/forms/useFieldErrors.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { useGamificationRead } from '../data/useGamification.ts';

/** The reader's goals, and a button to add one. */
export function Goals() {
  const t = useTranslate();
  const goals = useGamificationRead('GET /api/gamification/goals');
  const [adding, setAdding] = useState(false);
  return (
    <Card
      title={t('Goals')}
      actions={
        <Button variant="quiet" size="small" flush="end" icon={<Plus />} onClick={() => setAdding(true)}>
          {t('New goal')}
        </Button>
      }
    >
      <Stack gap={5} as="ul" role="list">
        {goals === null ? (
          <li>
            <Skeleton shape="paragraph" lines={2} />
          </li>
        ) : (
          goals.items.map((goal, index) => <GoalLine key={goal.id} goal={goal} removable={index > 0} />)
        )}
      </Stack>
      <NewGoalDialog open={adding} onClose={() => setAdding(false)} />
    </Card>
  );
}

interface NewGoalDialogProps {
  open: boolean;
  onClose: () => void;
}

const empty: GoalDraft = { title: '', unit: 'minutes', type: 'daily', target: '20', deadline: '' };

/** Dialog to add a goal. */
function NewGoalDialog({ open, onClose }: NewGoalDialogProps) {
  const t = useTranslate();
  const enqueue = useEnqueue();
  const form = useId();
  const [draft, setDraft] = useState(empty);
  const { errors, show, clear } = useFieldErrors();
  const change = (field: keyof GoalDraft) => (value: string) => setDraft({ ...draft, [field]: value });

  const close = () => {
    setDraft(empty);
    clear();
    onClose();
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readGoalDraft(draft, new Date(), t);
    if (!show(event.currentTarget, read.wrong ?? {}) || read.goal === undefined) return;
    const goal = { id: crypto.randomUUID(), created_at: new Date().toISOString(), ...read.goal };
    if (await enqueue('CREATE_GOAL', goal, text('The goal could not be saved.'))) close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('New goal')}
      description={t('Reaching it earns {{count}} points, each time.', { count: ownGoalReward })}
      size="small"
      closeLabel={t('Close')}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('Set goal')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => runInBackground(save(event))} noValidate>
        <Stack gap={4}>
          <TextField
            label={t('Name')}
            value={draft.title}
            onChange={change('title')}
            name="title"
            error={errors.title}
            maxLength={200}
            placeholder={t('A chapter before bed')}
          />
          <InOneLine>
            <TextField
              label={t('How many')}
              type="number"
              inputMode="numeric"
              min={1}
              value={draft.target}
              onChange={change('target')}
              name="target"
              error={errors.target}
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
          </InOneLine>
          <TextField
            label={t('Deadline (optional)')}
            type="date"
            value={draft.deadline}
            onChange={change('deadline')}
            name="deadline"
            error={errors.deadline}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Fields in one line, read as a sentence: twenty minutes, every day. */
const InOneLine = styled.div`
  display: grid;
  grid-template-columns: 5rem 1fr 1fr;
  align-items: start;
  gap: ${space(3)};
  @media ${media.phone} { grid-template-columns: 5rem 1fr; & > :last-child { grid-column: 1 / -1; } }
`;

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

/** The form of a new goal. */
interface GoalDraft {
  title: string;
  unit: string;
  type: string;
  target: string;
  /** yyyy-mm-dd, or empty. */
  deadline: string;
}

type NewGoal = Pick<Goal, 'title' | 'unit' | 'type' | 'target' | 'deadline'>;

/** The goal, or errors by field. A deadline is the end of that local day. */
function readGoalDraft(
  draft: GoalDraft,
  now: Date,
  t: Translate,
):
  | { goal: NewGoal; wrong?: undefined }
  | { goal?: undefined; wrong: Partial<Record<keyof GoalDraft, string>> } {
  const wrong: Partial<Record<keyof GoalDraft, string>> = {};
  const title = draft.title.trim();
  if (title === '') wrong.title = t('Please enter a name.');
  const target = Number(draft.target);
  if (!Number.isInteger(target) || target < 1 || target > 1_000_000)
    wrong.target = t('Please enter a whole number of 1 or more.');
  const deadline = draft.deadline === '' ? null : new Date(`${draft.deadline}T23:59:59`);
  if (deadline !== null && !(deadline.getTime() > now.getTime()))
    wrong.deadline = t('Please choose a day in the future.');
  if (Object.keys(wrong).length > 0) return { wrong };
  return {
    goal: {
      title,
      target,
      unit: draft.unit as Goal['unit'],
      type: draft.type as Goal['type'],
      deadline: deadline?.toISOString() ?? null,
    },
  };
}

interface GoalLineProps {
  goal: Goal;
  /** The default goal cannot be deleted. */
  removable: boolean;
}

/** Milliseconds in which deleting can be undone. */
const undoFor = 20_000;

/** One goal with its progress. */
function GoalLine({ goal, removable }: GoalLineProps) {
  const t = useTranslate();
  const { i18n, notify, sync } = useHost();
  const enqueue = useEnqueue();
  const language = useReadable(i18n.language);
  const state = goalState(goal, new Date());
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' });
  const deleteGoal = async () => {
    const id = crypto.randomUUID();
    const options = { id, holdFor: undoFor + 2_000 };
    if (!(await enqueue('DELETE_GOAL', { id: goal.id }, text('The goal could not be deleted.'), options)))
      return;
    notify.show({
      tone: 'success',
      message: t('Goal “{{title}}” deleted.', { title: t(goal.title) }),
      action: { label: t('Undo'), onAction: () => runInBackground(sync.drop(id)) },
      duration: undoFor,
    });
  };
  return (
    <Line>
      <Head>
        <h3>{t(goal.title)}</h3>
        {state === 'reached' ? <Badge tone="success">{t('Reached')}</Badge> : null}
        {state === 'missed' ? <Badge tone="neutral">{t('Deadline passed')}</Badge> : null}
        {removable ? (
          <IconButton
            size="small"
            icon={<X />}
            label={t('Delete goal “{{title}}”', { title: goal.title })}
            onClick={() => runInBackground(deleteGoal())}
          />
        ) : null}
      </Head>
      <ProgressBar
        label={goal.title}
        value={Math.min(goal.current, goal.target)}
        max={goal.target}
        valueText={goalLabel(t, goal)}
      />
      <Facts>
        <span>{goalLabel(t, goal)}</span>
        <span>{periodLabel(t, goal.type)}</span>
        {goal.deadline ? (
          <span>{t('until {{day}}', { day: day.format(new Date(goal.deadline)) })}</span>
        ) : null}
        <span dir="ltr">+{goal.reward}</span>
      </Facts>
    </Line>
  );
}

const Line = styled.li`
  display: grid;
  gap: ${space(2)};
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: 2rem;
  & > h3 { flex: 1; min-inline-size: 0; font-family: ${font.reading}; font-size: ${type.body}; }
`;

const Facts = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  color: ${color.textMuted};
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
  & > :last-child { margin-inline-start: auto; }
`;

/** '12 of 30 minutes' */
function goalLabel(
  t: Translate,
  { current, target, unit }: Pick<Goal, 'current' | 'target' | 'unit'>,
): string {
  const values = { current: Math.floor(current), count: target };
  if (unit === 'pages') return t('{{current}} of {{count}} pages', values);
  if (unit === 'books') return t('{{current}} of {{count}} books', values);
  return t('{{current}} of {{count}} minutes', values);
}

function periodLabel(t: Translate, type: Goal['type']): string {
  const words = {
    daily: t('every day'),
    weekly: t('every week'),
    monthly: t('every month'),
    once: t('once'),
  };
  return words[type];
}
