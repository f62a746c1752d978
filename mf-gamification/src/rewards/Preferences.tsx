import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { color, type } from '@lectern/shared-ui/tokens.ts';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useSettings } from '../data/useGamification.ts';

/** What is shown, and how the streak is counted. Each change is saved at once, for all devices. */
export function Preferences() {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const { settings, change } = useSettings();
  const parts = [
    ['points', t('Points and levels')],
    ['achievements', t('Achievements')],
    ['goals', t('Goals')],
    ['streak', t('Streak')],
    ['weeklySummary', t('The week in figures')],
    ['header', t('Level and streak at the top of every page')],
    ['celebrations', t('Celebrate new achievements')],
  ] as const;
  return (
    <>
      <Button icon={<SlidersHorizontal />} onClick={() => setOpen(true)}>
        {t('What to show')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('What to show')}
        closeLabel={t('Close')}
        size="small"
      >
        <Stack gap={5}>
          <Words>
            {t(
              'None of this is required. Turn off what you don’t want to see; it keeps counting in the background.',
            )}
          </Words>
          {parts.map(([part, label]) => (
            <Switch
              key={part}
              label={label}
              checked={settings[part]}
              onChange={(on) => change({ [part]: on })}
            />
          ))}
          {settings.streak ? (
            <>
              <Select
                label={t('The streak counts')}
                value={settings.streakKind}
                onChange={(kind) => change({ streakKind: kind === 'weekly' ? 'weekly' : 'daily' })}
                options={[
                  { value: 'daily', label: t('days on which you read') },
                  { value: 'weekly', label: t('weeks in which you read') },
                ]}
              />
              {settings.streakKind === 'daily' ? (
                <Switch
                  label={t('A rest day every week')}
                  hint={t(
                    'One day off between Monday and Sunday doesn’t end your streak. It’s used automatically.',
                  )}
                  checked={settings.restDay}
                  onChange={(restDay) => change({ restDay })}
                />
              ) : null}
            </>
          ) : null}
        </Stack>
      </Dialog>
    </>
  );
}

const Words = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
`;
