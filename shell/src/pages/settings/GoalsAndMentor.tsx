import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Muted } from '../../theme/prose.ts';

/** The reader's goals, with a link to the page where they are set. */
export function Goals() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const goals = useData('GET /api/gamification/goals', {});
  const daily = goals.status === 'ready' ? goals.value.items.find(({ type }) => type === 'daily') : undefined;
  return (
    <Card title={t('Goals')}>
      <Stack>
        <p>{daily ? daily.title : t('No daily goal is set.')}</p>
        <Muted>
          <Link to="/gamification">{t('Set goals on the Rewards page')}</Link>
        </Muted>
      </Stack>
    </Card>
  );
}

/** The mentor provider, so that readers know where their questions are sent. */
export function MentorSetting() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const status = useData('GET /mentor/status', {});
  return (
    <Card title={t('Mentor')}>
      <Stack>
        {status.status === 'ready' ? (
          <p>
            {status.value.mode === 'model'
              ? t('Answers come from {{model}}. Your question and matching passages are sent to it.', {
                  model: status.value.model ?? '',
                })
              : t(
                  'No model is set up: passages of your own books are found and quoted. Nothing leaves this server.',
                )}
          </p>
        ) : null}
        <Muted>
          <Link to="/mentor">{t('Ask the mentor')}</Link>
        </Muted>
      </Stack>
    </Card>
  );
}
