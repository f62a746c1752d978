import type { NamedPlace, TocEntry, TocStyle } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { color, font, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { type Ref, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { BookLanguage } from '../annotations/PassageList.tsx';
import { Choice } from '../appearance/Choice.tsx';
import { type ContentsEntry, flattenContents } from '../engine/contents.ts';
import { useOpenedBook } from '../view/state/openedBook.ts';
import { usePanelRows } from './usePanelRows.ts';

interface ContentsTabProps {
  contents: readonly ContentsEntry[];
  /** Index of the current entry; -1 for none. */
  current: number;
  onOpen: (entry: TocEntry) => void;
}

/** Lists up to this length are rendered whole. */
const longList = 200;
/** CSS pixels. */
const entryHeight = 38;

/** Table of contents; keeps the current entry in view. */
export function ContentsTab(props: ContentsTabProps) {
  const t = useTranslate();
  if (props.contents.length === 0)
    return (
      <EmptyState
        headingLevel={3}
        title={t('No table of contents')}
        message={t('This book doesn’t include one.')}
      />
    );
  return props.contents.length > longList ? <LongContents {...props} /> : <ShortContents {...props} />;
}

/** Whether an entry is visible without scrolling; then what is above the list stays visible too. */
function isAtTop(entry: HTMLElement): boolean {
  const panel = entry.closest('[data-panel-scroll]');
  if (!panel || panel.scrollTop > 0) return false;
  return entry.getBoundingClientRect().bottom <= panel.getBoundingClientRect().bottom;
}

function ShortContents({ contents, current, onOpen }: ContentsTabProps) {
  const here = useRef<HTMLButtonElement>(null);
  const isShown = useRef(false);
  useEffect(() => {
    const entry = here.current;
    if (entry && !isAtTop(entry)) entry.scrollIntoView({ block: isShown.current ? 'nearest' : 'center' });
    isShown.current = true;
  }, [current]);
  return (
    <List role="list">
      {contents.map((entry, index) => (
        <li key={index}>
          <EntryButton
            ref={index === current ? here : null}
            {...entry}
            isCurrent={index === current}
            onOpen={onOpen}
          />
        </li>
      ))}
    </List>
  );
}

/** Virtualized: renders only visible entries and their neighbors. */
function LongContents({ contents, current, onOpen }: ContentsTabProps) {
  const list = useRef<HTMLUListElement>(null);
  const rows = usePanelRows({ list, count: contents.length, rowHeight: entryHeight, current });
  const { scrollMargin } = rows.options;
  return (
    <List ref={list} role="list" style={{ position: 'relative', blockSize: `${rows.getTotalSize()}px` }}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const entry = contents[index];
        return entry ? (
          <Placed
            key={index}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={contents.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
          >
            <EntryButton {...entry} isCurrent={index === current} onOpen={onOpen} />
          </Placed>
        ) : null;
      })}
    </List>
  );
}

interface EntryButtonProps extends ContentsEntry {
  isCurrent: boolean;
  onOpen: (entry: TocEntry) => void;
  ref?: Ref<HTMLButtonElement>;
}

function EntryButton({ entry, depth, page, isCurrent, onOpen, ref }: EntryButtonProps) {
  const t = useTranslate();
  const language = useContext(BookLanguage);
  return (
    <Entry
      ref={ref}
      type="button"
      aria-current={isCurrent ? 'location' : undefined}
      style={{ paddingInlineStart: `${0.75 + Math.min(depth, 5) * 1.1}rem` }}
      onClick={() => onOpen(entry)}
    >
      <Title dir="auto" lang={entry.title ? language : undefined} $style={entry.style}>
        {entry.title || t('Untitled')}
      </Title>
      {page > 0 ? <small>{page}</small> : null}
    </Entry>
  );
}

const List = styled.ul`
  margin-inline: calc(-1 * ${space(2)});
`;

const Placed = styled.li`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
`;

const Entry = styled.button`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(4)};
  inline-size: 100%;
  min-block-size: 2.25rem;
  padding-block: calc((2.25rem - 1.35em) / 2);
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
  @media ${media.narrow} { min-block-size: ${touchTarget}; padding-block: calc((${touchTarget} - 1.35em) / 2); }
`;

/** Colors of the file are shown beside the title, since they might be illegible as text colors. */
const Title = styled.span<{ $style: TocStyle | undefined }>`
  ${({ $style }) => ($style?.bold ? 'font-weight: 700;' : '')}
  ${({ $style }) => ($style?.italic ? 'font-style: italic;' : '')}
  ${({ $style }) => ($style?.color ? `border-inline-start: 3px solid ${$style.color}; padding-inline-start: 0.4rem;` : '')}
`;

type ListName = 'contents' | 'landmarks' | 'pages';

/** Table of contents, and, if the file has them, landmarks and printed pages. */
export function BookContents({ onOpen }: Pick<ContentsTabProps, 'onOpen'>) {
  const t = useTranslate();
  const { manifest, contents, current } = useOpenedBook();
  const [chosen, setChosen] = useState<ListName>('contents');
  const { landmarks, page_list: pages } = manifest;
  const shown = useMemo((): readonly ContentsEntry[] => {
    const asEntries = (places: readonly NamedPlace[] = []) =>
      flattenContents({ ...manifest, toc: places.map((place) => ({ ...place, children: [] })) });
    if (chosen === 'contents') return contents;
    return asEntries(chosen === 'landmarks' ? landmarks : pages);
  }, [chosen, manifest, contents, landmarks, pages]);
  return (
    <>
      {landmarks || pages ? (
        <Lists>
          <Choice
            label={t('Go by')}
            value={chosen}
            onChange={setChosen}
            options={[
              { value: 'contents', label: t('Contents') },
              ...(landmarks ? [{ value: 'landmarks' as const, label: t('Landmarks') }] : []),
              ...(pages ? [{ value: 'pages' as const, label: t('Printed pages') }] : []),
            ]}
          />
        </Lists>
      ) : null}
      <ContentsTab
        key={chosen}
        contents={shown}
        current={chosen === 'contents' ? current : -1}
        onOpen={onOpen}
      />
    </>
  );
}

const Lists = styled.div`
  margin-block-end: ${space(4)};
`;
