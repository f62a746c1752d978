import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

interface UploadListItemProps {
  cover: ReactNode;
  title: string;
  detail: string;
  /** State as text. */
  words: string;
  tone: 'info' | 'success' | 'danger';
  progress: ReactNode;
  commands: ReactNode;
}

/** List item of an upload in any state. */
export function UploadListItem({
  cover,
  title,
  detail,
  words,
  tone,
  progress,
  commands,
}: UploadListItemProps) {
  return (
    <StyledItem>
      {cover}
      <Words>
        <strong dir="auto">{title}</strong>
        <small dir="auto">{detail}</small>
        {progress}
        <State data-tone={tone}>{words}</State>
      </Words>
      <Commands>{commands}</Commands>
    </StyledItem>
  );
}

/** Placeholder while there is no cover yet. */
export function FileMark({ filename }: { filename: string }) {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1]?.toUpperCase() ?? '';
  return (
    <Mark aria-hidden>
      <FileText />
      {extension}
    </Mark>
  );
}

const StyledItem = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  padding-block: ${space(4)};
  border-block-end: 1px solid ${color.line};
  list-style: none;
`;

const Words = styled.div`
  flex: 1;
  display: grid;
  gap: ${space(1)};
  min-inline-size: 0;
  & > strong {
    overflow: hidden;
    font-family: ${font.reading};
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > small { color: ${color.textMuted}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`;

const State = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
  &[data-tone='danger'] { color: ${color.danger}; }
  &[data-tone='success'] { color: ${color.success}; }
`;

const Commands = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
`;

const Mark = styled.span`
  display: grid;
  flex: none;
  place-content: center;
  justify-items: center;
  gap: ${space(1)};
  inline-size: 64px;
  block-size: 96px;
  border: 1px solid ${color.line};
  border-radius: ${radius.cover};
  background: ${color.surfaceSunken};
  color: ${color.textMuted};
  font-size: ${type.caption};
  font-weight: 600;
`;
