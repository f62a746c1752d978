import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, font, space, type } from './tokens.ts';

export interface EmptyStateProps {
  /** One of `illustrations.tsx`. */
  illustration?: ReactNode;
  title: string;
  /** The next step, in one sentence. */
  message?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** Heading level; 2 by default. */
  headingLevel?: 2 | 3 | 4;
}

/** An empty state with its next step. */
export function EmptyState({ illustration, title, message, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Column>
      {illustration}
      <Heading>{title}</Heading>
      {message ? <p>{message}</p> : null}
      {action ? <div>{action}</div> : null}
    </Column>
  );
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(3)};
  max-inline-size: 28rem;
  margin-inline: auto;
  padding: ${space(12)} ${space(4)};
  text-align: center;

  & > svg { inline-size: 10rem; block-size: auto; color: ${color.textMuted}; margin-block-end: ${space(2)}; }
  & > :is(h2, h3, h4) { font-family: ${font.reading}; font-size: ${type.large}; font-weight: 500; }
  & > p { color: ${color.textMuted}; }
  & > div { margin-block-start: ${space(3)}; }
`;
