import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { memo, startTransition, useEffect, useMemo, useReducer, useRef } from 'react';
import { styled } from 'styled-components';
import { afterFrame } from '../afterFrame.ts';
import type { Group, SearchResult } from '../results/searchResult.ts';
import { Option } from './Option.tsx';
import { ResultLine } from './ResultLine.tsx';

export interface ResultsProps {
  listId: string;
  results: readonly SearchResult[];
  /** Index into `results`. */
  active: number;
  /** Whether the list scrolls to the active one. */
  follow: boolean;
  onOpen: (result: SearchResult) => void;
}

/** Lines that fit into a panel of full height. */
const inView = 12;

/** The results by kind; a few lines are rendered with each frame. */
export const Results = memo(function Results({ listId, results, active, follow, onOpen }: ResultsProps) {
  const t = useTranslate();
  const drawn = useProgressiveList(results, active + 1);
  const groups = useMemo(() => grouped(drawn), [drawn]);
  const labels: Readonly<Record<Group, string>> = {
    books: t('Books'),
    notes: t('Notes and highlights'),
    collections: t('Collections'),
    passages: t('Inside your books'),
    commands: t('Actions'),
    mentor: t('Mentor AI'),
  };
  return (
    <List role="listbox" id={listId} aria-label={t('Search results')}>
      {groups.map(([group, entries]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox, not of fields
        <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
          <Title id={`${listId}-${group}`} role="presentation">
            {labels[group]}
          </Title>
          {entries.map(({ entry, index }) => (
            <Line
              key={entry.key}
              id={`${listId}-${index}`}
              entry={entry}
              active={index === active}
              follow={follow}
              far={index >= inView}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </List>
  );
});

interface LineProps {
  id: string;
  entry: SearchResult;
  active: boolean;
  follow: boolean;
  far: boolean;
  onOpen: (result: SearchResult) => void;
}

const Line = memo(function Line({ id, entry, active, follow, far, onOpen }: LineProps) {
  return (
    <Option id={id} active={active} follow={follow} far={far} onChoose={() => onOpen(entry)}>
      <ResultLine result={entry} />
    </Option>
  );
});

/** Results by kind, in their order. */
function grouped(results: readonly SearchResult[]): [Group, { entry: SearchResult; index: number }[]][] {
  const groups = new Map<Group, { entry: SearchResult; index: number }[]>();
  for (const [index, entry] of results.entries()) {
    const group = groups.get(entry.group) ?? [];
    group.push({ entry, index });
    groups.set(entry.group, group);
  }
  return [...groups];
}

/** All styles of a line: its elements are plain, since each key renders many of them. */
const List = styled.div`
  padding-block-end: ${space(3)};
  & mark { background: ${color.highlightYellow}; color: inherit; border-radius: 2px; }
  & .line { display: flex; align-items: center; gap: ${space(3)}; min-inline-size: 0; }
  & .line > svg { flex: none; inline-size: 1.25rem; block-size: 1.25rem; color: ${color.textMuted}; }
  & .words { flex: 1; min-inline-size: 0; }
  & .words > * { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  /* A title of another script than the page's has its own order, and its stops where they belong. */
  & .words > *, & .quote > * { unicode-bidi: plaintext; text-align: match-parent; }
  & .title { font-family: ${font.reading}; }
  & small { color: ${color.textMuted}; }
  & .line > small { flex: none; font-variant-numeric: tabular-nums; }
  & .quote {
    display: grid;
    gap: ${space(0.5)};
    min-inline-size: 0;
    padding-inline-start: ${space(3)};
    border-inline-start: 3px solid ${color.line};
    font-family: ${font.reading};
    font-size: ${type.small};
    line-height: 1.45;
  }
  & .quote > small { font-family: ${font.interface}; }
`;

const Title = styled.div`
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  padding: ${space(2)} ${space(5)} ${space(1.5)};
  background: ${color.surfaceRaised};
  color: ${color.textMuted};
  font-size: ${type.caption};
  font-weight: 600;
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;

/** Lines that are rendered in one frame. */
const linesPerFrame = 3;

/**
 * The part of a list to render now: each frame replaces a few lines, so that a key never waits for all of them. Lines
 * not replaced yet stay as the last list had them, with its marks; the list ends at a line that the last one lacks.
 * @param least lines that are rendered in the first frame in any case
 */
function useProgressiveList<T extends { key: string }>(list: readonly T[], least: number): readonly T[] {
  const [, next] = useReducer((turns: number) => turns + 1, 0);
  const drawn = useRef<readonly T[]>([]);
  const shown = progressiveList(
    list,
    drawn.current,
    Math.max(least, equalLines(list, drawn.current) + linesPerFrame),
  );
  useEffect(() => {
    drawn.current = shown;
    return equalLines(list, shown) === list.length ? undefined : afterFrame(() => startTransition(next));
  });
  return shown;
}

/** The first `count` lines of a list, then those of the following that were rendered before, unchanged. */
export function progressiveList<T extends { key: string }>(
  list: readonly T[],
  drawn: readonly T[],
  count: number,
): readonly T[] {
  if (count >= list.length) return list;
  const before = new Map(drawn.map((line) => [line.key, line]));
  const shown = list.slice(0, count);
  for (const line of list.slice(count)) {
    const old = before.get(line.key);
    if (old === undefined) break;
    shown.push(old);
  }
  return shown;
}

/** How many lines from the start are already rendered. */
function equalLines<T>(list: readonly T[], drawn: readonly T[]): number {
  const other = list.findIndex((line, at) => line !== drawn[at]);
  return other < 0 ? list.length : other;
}
