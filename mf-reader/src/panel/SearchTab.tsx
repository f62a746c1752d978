import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { BookLanguage } from '../annotations/BookLanguage.ts';
import { PassageItem, PassageList } from '../annotations/PassageList.tsx';
import { Choice } from '../appearance/Choice.tsx';
import type { Finder, FindOptions, FindState } from '../engine/renderer.ts';
import type { SearchScope } from '../state/readerStore.ts';
import { aroundMatch, MarkedText } from './MarkedText.tsx';
import { type BookSearch, useBookSearch } from './useBookSearch.ts';

export interface SearchTabProps {
  manifest: Manifest;
  scope: SearchScope;
  onScope: (scope: SearchScope) => void;
  query: string;
  onQuery: (query: string) => void;
  /** Highlights every match on PDF pages. */
  finder: Finder | null;
  found: FindState | null;
  onOpen: (position: Locator) => void;
}

/** Full-text search in the book or library. */
export function SearchTab({
  manifest,
  scope,
  onScope,
  query,
  onQuery,
  finder,
  found,
  onOpen,
}: SearchTabProps) {
  const t = useTranslate();
  const search = useBookSearch(manifest, query, scope);
  const wanted = query.trim();
  const [options, setOptions] = useState<FindOptions>({ caseSensitive: false, wholeWords: false });
  useEffect(() => {
    if (!finder) return;
    if (wanted.length < 2 || scope !== 'book') finder.stop();
    else finder.find(wanted, options);
  }, [finder, wanted, scope, options]);
  useEffect(() => () => finder?.stop(), [finder]);
  return (
    <div>
      <TextField
        label={t('Search in this book')}
        hideLabel
        type="search"
        placeholder={t('Words in this book')}
        icon={<Search />}
        value={query}
        onChange={onQuery}
        autoFocus
      />
      <Scope>
        <Choice
          label={t('Where to look')}
          value={scope}
          onChange={onScope}
          options={[
            { value: 'book', label: t('This book') },
            { value: 'library', label: t('All my books') },
          ]}
        />
      </Scope>
      {finder && scope === 'book' ? (
        <>
          <MatchOptions options={options} onChange={setOptions} />
          {found && wanted.length >= 2 ? <Matches finder={finder} found={found} /> : null}
        </>
      ) : null}
      <Status role="status">{statusOf(search, t)}</Status>
      {search.status === 'found' ? (
        <FoundPassages manifest={manifest} scope={scope} passages={search.passages} onOpen={onOpen} />
      ) : null}
    </div>
  );
}

function statusOf(search: BookSearch, t: Translate): string | null {
  switch (search.status) {
    case 'searching':
      return t('Searching…');
    case 'failed':
      return t(search.message);
    case 'found':
      return search.passages.length > 0
        ? t('{{count}} passages', { count: search.passages.length })
        : t('No results found - Try adjusting your search terms or filters.');
    default:
      return null;
  }
}

interface MatchOptionsProps {
  options: FindOptions;
  onChange: (options: FindOptions) => void;
}

/** What counts as a match on the pages. */
function MatchOptions({ options, onChange }: MatchOptionsProps) {
  const t = useTranslate();
  return (
    <Options role="group" aria-label={t('On the pages')}>
      <Chip
        pressed={options.caseSensitive}
        onChange={(caseSensitive) => onChange({ ...options, caseSensitive })}
      >
        {t('Match case')}
      </Chip>
      <Chip pressed={options.wholeWords} onChange={(wholeWords) => onChange({ ...options, wholeWords })}>
        {t('Whole words')}
      </Chip>
    </Options>
  );
}

/** The matches on the pages, and the way to the next and previous one. */
function Matches({ finder, found }: { finder: Finder; found: FindState }) {
  const t = useTranslate();
  return (
    <OnPages role="group" aria-label={t('Matches')}>
      <output>
        {found.total === 0 && !found.searching
          ? t('No matches')
          : t('{{current}} of {{count}} matches', { current: found.current, count: found.total })}
      </output>
      <span>
        <IconButton
          label={t('Previous match')}
          icon={<ChevronUp />}
          size="small"
          onClick={() => finder.again(true)}
        />
        <IconButton
          label={t('Next match')}
          icon={<ChevronDown />}
          size="small"
          onClick={() => finder.again(false)}
        />
      </span>
    </OnPages>
  );
}

interface FoundPassagesProps extends Pick<SearchTabProps, 'manifest' | 'scope' | 'onOpen'> {
  passages: Extract<BookSearch, { status: 'found' }>['passages'];
}

function FoundPassages({ manifest, scope, passages, onOpen }: FoundPassagesProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  return (
    <BookLanguage value={scope === 'book' ? (manifest.language ?? undefined) : undefined}>
      <PassageList label={t('Search results')}>
        {passages.map((passage, index) => (
          <PassageItem
            key={index}
            quote={<MarkedText text={aroundMatch(passage.text, passage.chapter)} />}
            isShort
            source={[
              scope === 'library' ? passage.book_title : null,
              passage.chapter,
              passage.position?.page ? t('Page {{page}}', { page: passage.position.page }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
            onOpen={() => {
              if (!passage.position) return;
              if (passage.book_id === manifest.book_id) onOpen(passage.position);
              else navigation.go(`/read/${passage.book_id}`, { state: { position: passage.position } });
            }}
          />
        ))}
      </PassageList>
    </BookLanguage>
  );
}

const Scope = styled.div`
  margin-block-start: ${space(2)};
  & legend { position: absolute; clip-path: inset(50%); inline-size: 1px; block-size: 1px; overflow: hidden; }
`;

const Options = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-block-start: ${space(2)};
`;

const Status = styled.p`
  margin-block: ${space(3)} ${space(2)};
  color: ${color.textMuted};
  font-size: ${type.caption};
  &:empty { display: none; }
`;

const OnPages = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin-block-start: ${space(2)};
  font-size: ${type.small};
`;
