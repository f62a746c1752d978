import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Lamp } from './illustrations.tsx';
import { color, font, space, type } from './tokens.ts';

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What is safe, and what to do. */
  message?: ReactNode;
  /** Buttons, most important first. */
  actions?: ReactNode;
  /** Error code for support. */
  detail?: ReactNode;
  /** 1 where it is the whole page. */
  headingLevel?: 1 | 2;
}

/** An error message with role alert. */
export function ErrorState({ title, message, actions, detail, headingLevel = 2 }: ErrorStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Column role="alert">
      <Lamp lit={false} />
      <Heading>{title}</Heading>
      {message ? <p>{message}</p> : null}
      {actions ? <Actions>{actions}</Actions> : null}
      {detail ? <small>{detail}</small> : null}
    </Column>
  );
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(3)};
  max-inline-size: 32rem;
  margin-inline: auto;
  padding: ${space(12)} ${space(4)};
  text-align: center;
  & > svg { inline-size: 10rem; block-size: auto; color: ${color.textMuted}; margin-block-end: ${space(2)}; }
  & > :is(h1, h2) { font-family: ${font.reading}; font-size: ${type.large}; }
  & > p, & > small { color: ${color.textMuted}; }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space(3)};
  margin-block-start: ${space(3)};
`;
