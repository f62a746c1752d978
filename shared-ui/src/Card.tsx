import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, space, type } from './tokens.ts';

export interface CardProps {
  title?: string;
  /** At the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page, below a rule. */
export function Card({ title, actions, children }: CardProps) {
  return (
    <StyledCard>
      {title || actions ? (
        <Head>
          {title ? <h2>{title}</h2> : <span />}
          {actions}
        </Head>
      ) : null}
      {children}
    </StyledCard>
  );
}

const StyledCard = styled.section`
  min-inline-size: 0;
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  margin-block-end: ${space(4)};
  & > h2 { font-size: ${type.large}; font-weight: 500; }
  & > a { font-size: ${type.small}; }
`;
