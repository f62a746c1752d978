import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { Compass } from '@lectern/shared-ui/illustrations/Compass.tsx';
import { Kbd } from '@lectern/shared-ui/Kbd.tsx';
import { color, media, space, type, type as typeScale } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { type KeyboardEvent, memo, useCallback, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { destination, type SearchResult } from '../results/searchResult.ts';
import type { Kinds } from '../results/searchShelf.ts';
import { parseRecent, RecentSearches, recentPreference, recentShown, remember } from './RecentSearches.tsx';
import { Results } from './Results.tsx';
import { SearchField } from './SearchField.tsx';
import { type Search, useSearch } from './useSearch.ts';

/** The field, the chips and the results; a combobox whose list is below it. */
export function SearchPanel({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const { preferences } = useHost();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [kinds, setKinds] = useState<Kinds>({ books: true, notes: true, collections: true });
  // No recent search is active before an arrow key is pressed; of results the first is.
  const [chosen, setChosen] = useState(-1);
  const recentReadable = preferences.watch<unknown>(recentPreference, []);
  const recent = parseRecent(useReadable(recentReadable));
  // After an arrow key the list scrolls to the active line. New results begin at the top.
  const [follows, setFollows] = useState(false);
  const search = useSearch(typed, kinds);
  const { results } = search;

  const suggestions = search.state === 'idle' && typed.trim() === '' ? recent.slice(0, recentShown) : [];
  const count = suggestions.length > 0 ? suggestions.length : results.length;
  const active = count === 0 ? -1 : Math.min(chosen, count - 1);

  const type = (text: string) => {
    setTyped(text);
    setFollows(false);
    setChosen(text.trim() === '' ? -1 : 0);
  };
  const keep = () => preferences.set(recentPreference, remember(parseRecent(recentReadable.get()), typed));
  const open = useOpenResult({ onClose, onOpen: keep });
  const choose = (index: number) => {
    const suggestion = suggestions[index];
    const result = results[index];
    if (suggestion !== undefined) type(suggestion);
    // Results of an older query cannot be opened.
    else if (result && search.current) open(result);
    else if (search.state === 'done') keep();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, these keys belong to it.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setFollows(true);
      setChosen(active === -1 ? (step === 1 ? 0 : count - 1) : (active + step + count) % count);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(active);
    }
  };

  return (
    <>
      <SearchField
        label={t('Search books, notes and collections')}
        value={typed}
        onChange={type}
        onKeyDown={onKeyDown}
        onClose={onClose}
        listId={listId}
        expanded={count > 0}
        activeId={active >= 0 && search.current ? `${listId}-${active}` : undefined}
      />
      <KindChips kinds={kinds} onChange={setKinds} />
      {/* A scrollable region must be reachable by keyboard. */}
      <Scroll tabIndex={0}>
        <SearchStatus state={search.state} count={results.filter(({ group }) => group !== 'mentor').length} />
        <SearchNotices corrected={search.corrected} leftOut={search.leftOut} />
        {suggestions.length > 0 ? (
          <RecentSearches
            listId={listId}
            searches={suggestions}
            active={active}
            onChoose={choose}
            onForget={() => preferences.set(recentPreference, [])}
          />
        ) : null}
        {search.state === 'idle' ? <Tips /> : null}
        {results.length > 0 ? (
          <Results listId={listId} results={results} active={active} follow={follows} onOpen={open} />
        ) : null}
      </Scroll>
      <Footer passages={search.passages} />
    </>
  );
}

const Scroll = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  &:focus-visible { outline-offset: -2px; }
`;

/** Keyboard hints, and a note when full text could not be searched. */
const Footer = memo(function Footer({ passages }: { passages: 'all' | 'downloaded' | 'none' }) {
  const t = useTranslate();
  return (
    <Line>
      <p>
        {passages === 'none'
          ? t('The text inside your books cannot be searched at the moment.')
          : passages === 'downloaded'
            ? t('Offline: the text of your downloaded books is searched.')
            : ''}
      </p>
      <Keys aria-hidden>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('choose')}
        </span>
        <span>
          <Kbd>↵</Kbd> {t('open')}
        </span>
        <span>
          <Kbd>Esc</Kbd> {t('close')}
        </span>
      </Keys>
    </Line>
  );
});

const Line = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
  padding: ${space(2)} ${space(5)};
  border-block-start: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${type.caption};
  @media ${media.narrow} { padding-inline: ${space(4)}; &:not(:has(p:not(:empty))) { display: none; } }
`;

const Keys = styled.div`
  display: flex;
  gap: ${space(4)};
  @media ${media.narrow} { display: none; }
`;

/** How the results differ from what was typed: another spelling, or words left out. */
function SearchNotices({ corrected, leftOut }: { corrected: string | null; leftOut: readonly string[] }) {
  const t = useTranslate();
  return (
    <>
      {corrected ? (
        <Notice role="status">
          {t('Nothing has that spelling. These are for “{{words}}”.', { words: corrected })}
        </Notice>
      ) : null}
      {leftOut.length > 0 ? (
        <Notice role="status">
          {t('No passage has all of these words. Left out: {{words}}.', { words: leftOut.join(', ') })}
        </Notice>
      ) : null}
    </>
  );
}

const Notice = styled.p`
  padding: ${space(2)} ${space(5)} 0;
  color: ${color.textMuted};
  font-size: ${typeScale.small};
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;

/** State of the search: visible while there are no results, announced to screen readers always. */
function SearchStatus({ state, count }: { state: Search['state']; count: number }) {
  const t = useTranslate();
  if (state === 'done' && count === 0) {
    return (
      <NoResults>
        <Compass />
        <p role="status">{t('No results found - Try adjusting your search terms or filters.')}</p>
      </NoResults>
    );
  }
  if (state === 'searching' && count === 0)
    return <StyledStatus role="status">{t('Searching…')}</StyledStatus>;
  return (
    <VisuallyHidden role="status">
      {state === 'done' ? t('{{count}} results', { count }) : state === 'searching' ? t('Searching…') : ''}
    </VisuallyHidden>
  );
}

const NoResults = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(3)};
  padding: ${space(8)} ${space(5)} ${space(10)};
  color: ${color.textMuted};
  text-align: center;
`;

const StyledStatus = styled.p`
  padding: ${space(6)} ${space(5)};
  color: ${color.textMuted};
`;

/** Search tips, shown while the field is empty. */
function Tips() {
  const t = useTranslate();
  return (
    <Column>
      <h2>{t('Tips')}</h2>
      <ul>
        <li>{t('Type at least two characters. Accents and capitals do not matter.')}</li>
        <li>{t('Words that stand together in a title come first.')}</li>
        <li>{t('“In quotes” finds words as they stand; author:, tag: and in: say where to look.')}</li>
        <li>{t('A sentence you remember is found inside your books, too.')}</li>
      </ul>
    </Column>
  );
}

const Column = styled.div`
  padding: ${space(3)} ${space(5)} ${space(5)};
  color: ${color.textMuted};
  font-size: ${type.small};
  & > h2 { margin-block-end: ${space(1.5)}; font-family: inherit; font-size: ${type.caption}; font-weight: 600; letter-spacing: 0; }
  & > ul { display: grid; gap: ${space(1)}; }
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;

/**
 * A function that opens a result and closes the overlay. It is stable: the list renders again for new results or
 * another active line only.
 * @param onOpen called before a result that is not a command is opened
 */
function useOpenResult({ onClose, onOpen }: { onClose: () => void; onOpen: () => void }) {
  const { navigation } = useHost();
  const open = (result: SearchResult) => {
    if ('command' in result) {
      onClose();
      result.command.run();
      return;
    }
    onOpen();
    const { to, state } = destination(result);
    onClose();
    navigation.go(to, state === undefined ? undefined : { state });
  };
  const latest = useRef(open);
  latest.current = open;
  return useCallback((result: SearchResult) => latest.current(result), []);
}

interface KindChipsProps {
  kinds: Kinds;
  onChange: (kinds: Kinds) => void;
}

/** Filter chips for the kinds of results; all are on at first. */
const KindChips = memo(function KindChips({ kinds, onChange }: KindChipsProps) {
  const t = useTranslate();
  const chips = [
    ['books', t('Books')],
    ['notes', t('Notes')],
    ['collections', t('Collections')],
  ] as const;
  return (
    <Row>
      <ChipGroup label={t('Search in')}>
        {chips.map(([kind, label]) => (
          <Chip
            key={kind}
            pressed={kinds[kind]}
            onChange={(pressed) => onChange({ ...kinds, [kind]: pressed })}
          >
            {label}
          </Chip>
        ))}
      </ChipGroup>
    </Row>
  );
});

const Row = styled.div`
  padding: ${space(3)} ${space(5)} ${space(2)};
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;
