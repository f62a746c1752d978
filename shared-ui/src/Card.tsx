import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, radius, space, type } from './tokens.ts';

export interface CardProps {
  title?: string;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /**
   * A rule above and space by default; 'raised' has a surface with a border.
   */
  variant?: 'ruled' | 'raised';
  /** 2 by default. */
  headingLevel?: 2 | 3 | 4;
  children: ReactNode;
}

/** A titled section of a page. */
export function Card({ title, actions, variant = 'ruled', headingLevel = 2, children }: CardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <StyledCard $raised={variant === 'raised'}>
      {title || actions ? (
        <Head>
          {title ? <Heading>{title}</Heading> : <span />}
          {actions}
        </Head>
      ) : null}
      {children}
    </StyledCard>
  );
}

const StyledCard = styled.section<{ $raised: boolean }>`
  min-inline-size: 0;
  ${({ $raised }) =>
    $raised
      ? `padding: ${space(5)}; border: 1px solid ${color.line}; border-radius: ${radius.control}; background: ${color.surfaceRaised};`
      : `padding-block-start: ${space(4)}; border-block-start: 1px solid ${color.line};`}
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  margin-block-end: ${space(4)};
  & > :is(h2, h3, h4) { font-size: ${type.large}; font-weight: 500; }
  & > a { font-size: ${type.small}; }
`;
