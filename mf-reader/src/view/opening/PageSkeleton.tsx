import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';

const skeletonDelayMs = 350;
/** Milliseconds after which the page says that loading is slow, with a way back. */
const slowLoadingMs = 8_000;

export interface PageSkeletonProps {
  onRetry: () => void;
}

/**
 * Skeleton of a page, shown after a delay: most books are open by then, and animation
 * would slow down opening them. Later it says that loading is slow.
 */
export function PageSkeleton({ onRetry }: PageSkeletonProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  const [late, setLate] = useState(false);
  const [stalled, setStalled] = useState(false);
  useEffect(() => {
    const timers = [
      setTimeout(() => setLate(true), skeletonDelayMs),
      setTimeout(() => setStalled(true), slowLoadingMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <Page role="status">
      <VisuallyHidden>{t('Opening the book…')}</VisuallyHidden>
      {late ? (
        <>
          <Skeleton shape="title" width="40%" />
          <Skeleton shape="paragraph" lines={6} />
          <Skeleton shape="paragraph" lines={5} />
          <Skeleton shape="paragraph" lines={7} />
        </>
      ) : null}
      {stalled ? (
        <Slow>
          <p>{t('Still loading. Your place and notes are safe.')}</p>
          <div>
            <Button size="small" variant="primary" onClick={onRetry}>
              {t('Try Again')}
            </Button>
            <Button size="small" as={navigation.Link} to="/library">
              {t('Back to the library')}
            </Button>
          </div>
        </Slow>
      ) : null}
    </Page>
  );
}

const Page = styled.div`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  gap: ${space(8)};
  inline-size: min(38rem, calc(100% - 3rem));
  margin-inline: auto;
  padding-block: ${space(16)};
  overflow: hidden;
  pointer-events: none;
`;

const Slow = styled.div`
  position: absolute;
  inset-block-end: ${space(10)};
  inset-inline: 0;
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: ${space(4)} ${space(5)};
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  color: ${color.text};
  font-size: ${type.small};
  pointer-events: auto;
  & > div { display: flex; flex-wrap: wrap; gap: ${space(3)}; }
`;
