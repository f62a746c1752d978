import type { TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { color, font, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { useContext, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { BookLanguage } from '../annotations/BookLanguage.ts';
import type { ContentsEntry } from '../engine/contents.ts';

export interface ContentsTabProps {
  contents: readonly ContentsEntry[];
  /** Index of the current entry; -1 for none. */
  current: number;
  onOpen: (entry: TocEntry) => void;
}

/** Table of contents, scrolled to the current entry. */
export function ContentsTab({ contents, current, onOpen }: ContentsTabProps) {
  const t = useTranslate();
  const language = useContext(BookLanguage);
  const here = useRef<HTMLButtonElement>(null);
  // In braces: newer browsers return a promise here, which React would take for a cleanup.
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'center' });
  }, []);
  if (contents.length === 0)
    return (
      <EmptyState
        headingLevel={3}
        title={t('No table of contents')}
        message={t('This book doesn’t include one.')}
      />
    );
  return (
    <List role="list">
      {contents.map(({ entry, depth, page }, index) => (
        <li key={index}>
          <Entry
            ref={index === current ? here : null}
            type="button"
            aria-current={index === current ? 'location' : undefined}
            style={{ paddingInlineStart: `${0.75 + Math.min(depth, 5) * 1.1}rem` }}
            onClick={() => onOpen(entry)}
          >
            <span dir="auto" lang={entry.title ? language : undefined}>
              {entry.title || t('Untitled')}
            </span>
            <small>{page}</small>
          </Entry>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  padding: 0;
  margin-inline: calc(-1 * ${space(2)});
`;

const Entry = styled.button`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(4)};
  inline-size: 100%;
  min-block-size: 2.25rem;
  padding-block: ${space(1.5)};
  padding-inline-end: ${space(3)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  font-family: ${font.reading};
  font-size: ${type.small};
  line-height: 1.35;
  text-align: start;
  & > small { color: ${color.textMuted}; font-family: ${font.interface}; font-variant-numeric: tabular-nums; }
  &:hover { background: ${color.surfaceHover}; }
  &[aria-current] { background: ${color.accentSoft}; color: ${color.accent}; font-weight: 600; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; }
`;
