import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';

const patience = 350;

/**
 * The shape of a page that comes. It is drawn after a moment only: most books are there by then, and what moves on
 * the screen takes time from opening them.
 */
export function PageSkeleton() {
  const t = useTranslate();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
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
