import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import type { OverlayInput } from '@lectern/shared-contracts/contract/points.ts';
import { achievementRules } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { tiers } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import { paidActions, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { OpenBook } from '@lectern/shared-ui/illustrations/OpenBook.tsx';
import { Quill } from '@lectern/shared-ui/illustrations/Quill.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { AchievementBadge } from '../badges/AchievementBadge.tsx';

/** How points, levels and achievements work, in five steps. */
export function OnboardingModal({ input: { open, close } }: { input: OverlayInput }) {
  const t = useTranslate();
  const [at, setAt] = useState(0);
  // Reopening starts at the first step.
  useEffect(() => {
    if (open) setAt(0);
  }, [open]);

  const steps = onboardingSteps(t);
  const step = steps[at] ?? steps[0];
  const last = at === steps.length - 1;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={step?.title ?? ''}
      closeLabel={t('Close')}
      footer={
        <Foot>
          {last ? (
            <span />
          ) : (
            <Button variant="quiet" onClick={close}>
              {t('Skip')}
            </Button>
          )}
          <Dots aria-hidden>
            {steps.map(({ title }, index) => (
              <i key={title} data-here={index === at} />
            ))}
          </Dots>
          <div>
            {at > 0 ? <Button onClick={() => setAt(at - 1)}>{t('Previous')}</Button> : null}
            <Button variant="primary" data-initial-focus onClick={() => (last ? close() : setAt(at + 1))}>
              {last ? t('Get Started!') : t('Next')}
            </Button>
          </div>
        </Foot>
      }
    >
      <Body aria-live="polite">
        <VisuallyHidden>
          {t('Step {{step}} of {{steps}}', { step: at + 1, steps: steps.length })}
        </VisuallyHidden>
        {step?.body}
      </Body>
    </Dialog>
  );
}

const Body = styled.div`
  min-block-size: 19rem;
`;

const Foot = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  & > div:last-child { display: flex; gap: ${space(3)}; margin-inline-start: auto; }
`;

const Dots = styled.div`
  display: flex;
  gap: ${space(2)};
  & > i { inline-size: 0.5rem; block-size: 0.5rem; border-radius: ${radius.round}; background: ${color.line}; }
  & > i[data-here='true'] { background: ${color.accent}; }
`;

interface Step {
  title: string;
  body: ReactNode;
}

/** The five steps: welcome, levels, points, achievements, tips. */
function onboardingSteps(t: Translate): readonly Step[] {
  return [
    {
      title: t('Welcome to your rewards'),
      body: (
        <Middle>
          <OpenBook />
          <p>{t('Lectern turns what you read, highlight and write into points, levels and bookplates.')}</p>
        </Middle>
      ),
    },
    {
      title: t('Levels'),
      body: (
        <>
          <p>{t('Points lift you through four tiers.')}</p>
          <Facts>
            {tiers.map(({ name, from, to }) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>
                  {to === null ? t('{{from}}+ points', { from }) : t('{{from}}-{{to}} points', { from, to })}
                </dd>
              </div>
            ))}
          </Facts>
        </>
      ),
    },
    {
      title: t('How points are earned'),
      body: (
        <Compact>
          {paidActions
            .filter((action) => ruleOf(action).available)
            .map((action) => (
              <div key={action}>
                <dt>{t(ruleOf(action).label)}</dt>
                <dd>+{ruleOf(action).points}</dd>
              </div>
            ))}
        </Compact>
      ),
    },
    {
      title: t('Achievements'),
      body: (
        <>
          <p>{t('Fifteen bookplates are waiting for your shelf. Each is earned once and stays.')}</p>
          <Badges>
            {shownBadges.map(({ id, title, description, icon }) => (
              <li key={id}>
                <AchievementBadge icon={icon} title={t(title)} earned />
                <small>{t(description)}</small>
              </li>
            ))}
          </Badges>
        </>
      ),
    },
    {
      title: t('Tips'),
      body: (
        <Middle>
          <Quill />
          <Tips>
            <li>
              {t(
                'Start a reading session when you sit down with a book: its minutes count towards your daily goal.',
              )}
            </li>
            <li>{t('A few minutes every day keep a streak alive.')}</li>
            <li>
              {t(
                'Highlight what strikes you and note why. Both earn points, and both are easy to find again.',
              )}
            </li>
          </Tips>
        </Middle>
      ),
    },
  ];
}

const shownBadges = achievementRules.filter(({ id }) =>
  ['first_book', 'streak_7', 'night_owl', 'finisher'].includes(id),
);

const Middle = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(5)};
  padding-block: ${space(2)};
  & > p { font-family: ${font.reading}; font-size: ${type.large}; line-height: 1.45; text-align: center; max-inline-size: 30rem; }
`;

const Facts = styled.dl`
  margin-block-start: ${space(3)};
  & > div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${space(4)};
    padding-block: ${space(2)};
    border-block-end: 1px solid ${color.line};
  }
  & > div:last-child { border: 0; }
  & dt { font-family: ${font.reading}; }
  & dd { margin: 0; color: ${color.textMuted}; font-variant-numeric: tabular-nums; white-space: nowrap; }
`;

/** Two columns, so that the dialog keeps its height. */
const Compact = styled(Facts)`
  columns: 2;
  column-gap: ${space(8)};
  font-size: ${type.small};
  & > div { break-inside: avoid; }
  @media ${media.narrow} { columns: 1; }
`;

const Badges = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
  gap: ${space(4)};
  margin-block-start: ${space(4)};
  & > li { display: grid; align-content: start; gap: ${space(2)}; justify-items: center; text-align: center; }
  & small { color: ${color.textMuted}; }
`;

const Tips = styled.ul`
  display: grid;
  gap: ${space(3)};
  max-inline-size: 30rem;
  line-height: 1.5;
`;
