import type { Goal } from '@lectern/shared-contracts/api/gamification.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { goalState } from '@lectern/shared-contracts/domain/gamification/goals.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { X } from 'lucide-react';
import { styled } from 'styled-components';

export interface GoalLineProps {
  goal: Goal;
  /** The default goal cannot be deleted. */
  removable: boolean;
}

/** Milliseconds in which deleting can be undone. */
const undoFor = 20_000;

/** One goal with its progress. */
export function GoalLine({ goal, removable }: GoalLineProps) {
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
