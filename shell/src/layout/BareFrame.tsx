import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { mainId, SkipLink } from './SkipLink.tsx';

/** The reader: nothing but the book [RT-08]. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Main id={mainId} tabIndex={-1}>
        {children}
      </Main>
    </>
  );
}

const Main = styled.main`
  min-block-size: 100dvh;
`;
