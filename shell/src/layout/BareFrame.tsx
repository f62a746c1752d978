import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { mainId, SkipLink } from './frame/SkipLink.tsx';
import { ReadingState } from './ReadingState.tsx';
import { useObstacle } from './sync-status/obstacle.tsx';

/** Frame of the reader: only the book [RT-08], and a small indicator when offline or changes are pending. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <ReadingState obstacle={useObstacle()} />
      <Main id={mainId} tabIndex={-1}>
        {children}
      </Main>
    </>
  );
}

const Main = styled.main`
  min-block-size: 100dvh;
`;
