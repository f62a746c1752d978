import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { mainId } from './mainId.ts';
import { ReadingState } from './ReadingState.tsx';
import { SkipLink } from './SkipLink.tsx';

/** The reader: nothing but the book [RT-08], and a quiet word when the network is gone or changes wait. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <ReadingState />
      <Main id={mainId} tabIndex={-1}>
        {children}
      </Main>
    </>
  );
}

const Main = styled.main`
  min-block-size: 100dvh;
`;
