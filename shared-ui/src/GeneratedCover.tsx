import { coverDesign, coverLabel } from '@lectern/shared-contracts/domain/books/coverDesign.ts';
import { useId } from 'react';
import { styled } from 'styled-components';
import { font } from './tokens.ts';

export interface GeneratedCoverProps {
  title: string;
  author?: string;
  /** Hidden from screen readers, since title and author are beside it. */
  decorative?: boolean;
}

/** A generated cover, as the server draws it: a label on patterned cloth. Fills its container. */
export function GeneratedCover({ title, author, decorative = false }: GeneratedCoverProps) {
  const { cloth, ornament, tile } = coverDesign(title);
  const id = useId();
  return (
    <Board
      style={{ background: cloth.ground }}
      {...(decorative
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': [title, author].filter(Boolean).join(', ') })}
    >
      <svg aria-hidden="true" viewBox="0 0 100 150" preserveAspectRatio="xMidYMid slice">
        <defs>
          <pattern
            id={id}
            width="20"
            height="20"
            patternUnits="userSpaceOnUse"
            patternTransform={`scale(${tile / 20})`}
          >
            <path
              d={ornament}
              fill="none"
              stroke={cloth.ornament}
              strokeWidth="1.1"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </pattern>
        </defs>
        <rect width="100" height="150" fill={`url(#${id})`} />
      </svg>
      <Label style={{ background: coverLabel.ground, color: coverLabel.ink }}>
        <Title dir="auto" style={{ fontSize: `${titleSize(title.trim())}cqi` }}>
          {title}
        </Title>
        <Rule />
        <Author dir="auto">{author}</Author>
      </Label>
    </Board>
  );
}

/** The largest size, in percent of the cover's width, at which the title and its longest word fit. */
function titleSize(title: string): number {
  const length = title.length;
  const byLength = length <= 10 ? 14 : length <= 20 ? 12 : length <= 36 ? 10 : length <= 64 ? 8.2 : 6.6;
  const longestWord = Math.max(1, ...title.split(/[\s\u2013\u2014-]+/).map((word) => word.length));
  return Math.max(5, Math.min(byLength, 62 / (longestWord * 0.6)));
}

const Board = styled.span`
  container-type: inline-size;
  position: absolute;
  inset: 0;
  display: block;
  overflow: hidden;
  font-family: ${font.reading};
  line-height: 1.12;
  /* Long titles are clipped by the cover. */
  overflow-wrap: anywhere;
  & > svg { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
`;

const Label = styled.span`
  position: absolute;
  inset-inline: 12cqi;
  inset-block-start: 22cqi;
  min-block-size: 58cqi;
  max-block-size: 104cqi;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 5cqi;
  padding: 8cqi 6cqi;
  outline: max(1px, 0.5cqi) solid currentColor;
  outline-offset: -2.5cqi;
`;

const Title = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 6;
  font-weight: 500;
  letter-spacing: -0.005em;
  text-align: center;
  text-wrap: balance;
  padding-block-end: 0.08em;
`;

const Rule = styled.span`
  flex: none;
  inline-size: 12cqi;
  block-size: max(1px, 0.5cqi);
  background: currentColor;
  opacity: 0.55;
  @container (max-width: 80px) { display: none; }
`;

const Author = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  font-family: ${font.interface};
  font-size: 5.8cqi;
  font-weight: 500;
  letter-spacing: 0.04em;
  line-height: 1.25;
  text-align: center;
  /* Small covers show only the title. */
  @container (max-width: 80px) { display: none; }
`;
