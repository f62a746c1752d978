import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { type KeyboardEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { parseRecent, recentPreference, recentShown, remember } from '../recent/recentSearches.ts';
import type { Kinds } from '../results/searchShelf.ts';
import { Footer } from './Footer.tsx';
import { KindChips } from './KindChips.tsx';
import { RecentSearches } from './RecentSearches.tsx';
import { Results } from './Results.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchNotices } from './SearchNotices.tsx';
import { SearchStatus } from './SearchStatus.tsx';
import { Tips } from './Tips.tsx';
import { useOpenResult } from './useOpenResult.ts';
import { useSearch } from './useSearch.ts';

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
