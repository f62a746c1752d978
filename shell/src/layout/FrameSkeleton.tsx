import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, layer, media, space } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { styled } from 'styled-components';
import { Bar, Column, Frame, Main, railWidth } from './frame/frame.styles.ts';
import { Wordmark } from './frame/Wordmark.tsx';
import { useRailCollapsed } from './navigation/useRailCollapsed.ts';

export interface FrameSkeletonProps {
  /** The frame of the reader: only the page. */
  bare: boolean;
  /** Why it could not be loaded; null while it is loading. */
  onRetry: (() => void) | null;
}

/** Skeleton of a signed-in reader's frame, with the sizes of the real one, so that nothing shifts. */
export function FrameSkeleton({ bare, onRetry }: FrameSkeletonProps) {
  const t = useTranslate();
  const collapsed = useRailCollapsed();
  const narrow = useMediaQuery(media.narrow);
  const content = onRetry ? (
    <ErrorState
      title={t('Lectern could not be opened')}
      message={t('Your books and what you wrote are safe.')}
      actions={
        <Button variant="primary" onClick={onRetry}>
          {t('Try Again')}
        </Button>
      }
    />
  ) : (
    <VisuallyHidden role="status">{t('Loading…')}</VisuallyHidden>
  );
  if (bare) return <Main>{content}</Main>;
  return (
    <Frame>
      {narrow ? null : (
        <Rail style={{ inlineSize: railWidth(collapsed) }}>
          <Wordmark markOnly={collapsed} />
          <Skeleton shape="paragraph" lines={7} />
        </Rail>
      )}
      <Column>
        <Bar />
        <Main aria-busy={onRetry === null}>{content}</Main>
      </Column>
      {narrow ? <Foot /> : null}
    </Frame>
  );
}

const Rail = styled.div`
  display: grid;
  flex: none;
  gap: ${space(8)};
  align-content: start;
  block-size: 100dvh;
  padding: ${space(7)} ${space(5)};
  border-inline-end: 1px solid ${color.line};
`;

const Foot = styled.div`
  position: fixed;
  inset: auto 0 0;
  z-index: ${layer.bar};
  block-size: calc(4rem + env(safe-area-inset-bottom));
  border-block-start: 1px solid ${color.line};
  background: ${color.surface};
`;
