import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useGamificationRead } from '../client/useGamification.ts';
import { GoalLine } from './GoalLine.tsx';
import { NewGoalDialog } from './NewGoalDialog.tsx';

/** The reader's goals, and a button to add one. */
export function Goals() {
  const t = useTranslate();
  const goals = useGamificationRead('GET /api/gamification/goals');
  const [adding, setAdding] = useState(false);
  return (
    <Card
      title={t('Goals')}
      actions={
        <Button variant="quiet" size="small" icon={<Plus />} onClick={() => setAdding(true)}>
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
