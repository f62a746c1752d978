import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { color, radius, space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { onboardingSteps } from './steps.tsx';

/** How points, levels and achievements work, in five steps. */
export function OnboardingModal({ slot }: Pick<FederatedProps, 'slot'>) {
  const t = useTranslate();
  const [at, setAt] = useState(0);
  const open = slot?.open ?? false;
  // Reopening starts at the first step.
  useEffect(() => {
    if (open) setAt(0);
  }, [open]);
  if (!slot) return null;

  const steps = onboardingSteps(t);
  const step = steps[at] ?? steps[0];
  const last = at === steps.length - 1;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || slot.close()}
      title={step?.title ?? ''}
      closeLabel={t('Close')}
      footer={
        <Foot>
          {last ? (
            <span />
          ) : (
            <Button variant="quiet" onClick={slot.close}>
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
            <Button
              variant="primary"
              data-initial-focus
              onClick={() => (last ? slot.close() : setAt(at + 1))}
            >
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
