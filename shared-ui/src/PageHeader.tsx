import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, font, measure, space, type } from './tokens.ts';

export interface PageHeaderProps {
  title: string;
  /** One sentence beneath. */
  lead?: ReactNode;
  actions?: ReactNode;
}

/** Page header with the h1. */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  return (
    <Head>
      <div>
        <h1>{title}</h1>
        {lead ? <Lead>{lead}</Lead> : null}
      </div>
      {actions ? <Actions>{actions}</Actions> : null}
    </Head>
  );
}

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${space(4)} ${space(8)};
  margin-block-end: ${space(8)};
`;

const Lead = styled.p`
  max-inline-size: ${measure};
  margin-block-start: ${space(2)};
  color: ${color.textMuted};
  font-family: ${font.reading};
  font-size: ${type.body};
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;
