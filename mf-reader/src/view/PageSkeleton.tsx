import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { styled } from 'styled-components';

/** The shape of a page that comes. It waits a moment before it is seen: most books are there by then. */
export function PageSkeleton() {
  const t = useTranslate();
  return (
    <Page role="status">
      <VisuallyHidden>{t('Opening the book…')}</VisuallyHidden>
      <Skeleton shape="title" width="40%" />
      <Skeleton shape="paragraph" lines={6} />
      <Skeleton shape="paragraph" lines={5} />
      <Skeleton shape="paragraph" lines={7} />
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
  animation: lectern-fade-in 200ms 350ms backwards;
  pointer-events: none;
`;
