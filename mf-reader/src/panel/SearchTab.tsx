import type { Manifest, Passage } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { BookLanguage, PassageItem, PassageList } from '../annotations/PassageList.tsx';
import { Choice } from '../appearance/Choice.tsx';
import { positionAt } from '../engine/positions.ts';
import type { Finder, FindOptions, FindState } from '../engine/renderer.ts';
import { useOpenedBook } from '../view/state/openedBook.ts';
import type { SearchScope } from '../view/state/readerStore.ts';

interface SearchTabProps {
  onOpen: (position: Locator) => void;
}

/** Full-text search in the book or library; in a PDF, all matches are highlighted on its pages. */
export function SearchTab({ onOpen }: SearchTabProps) {
  const t = useTranslate();
  const { manifest, renderer, store } = useOpenedBook();
  const { query, scope, found } = useStore(store);
  const { finder } = renderer;
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
        onChange={(next) => store.setState({ query: next })}
        autoFocus
      />
      <Scope>
        <Choice
          label={t('Where to look')}
          value={scope}
          onChange={(next) => store.setState({ scope: next })}
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
        <FoundPassages scope={scope} passages={search.passages} onOpen={onOpen} />
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

interface FoundPassagesProps extends SearchTabProps {
  scope: SearchScope;
  passages: Extract<BookSearch, { status: 'found' }>['passages'];
}

function FoundPassages({ scope, passages, onOpen }: FoundPassagesProps) {
  const t = useTranslate();
  const { manifest } = useOpenedBook();
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

/** Characters before the first match; about one line. */
const before = 40;

/** A passage from shortly before its first match, without the chapter's title that it may begin with. */
export function aroundMatch(text: string, chapter: string | null): string {
  const title = chapter?.match(/[\p{L}\p{N}]+/gu)?.join('[^\\p{L}\\p{N}]+') ?? '';
  const rest = title === '' ? text : text.replace(new RegExp(`^${title}[\\uE001.:\\s]+`, 'u'), '');
  const passage = rest.includes('\uE000') ? rest : text;
  const start = passage.indexOf('\uE000') - before;
  const space = passage.indexOf(' ', start);
  return start <= 0 || space < 0 || space > start + before ? passage : `… ${passage.slice(space + 1)}`;
}

/** Renders text with matches between U+E000 and U+E001. */
function MarkedText({ text }: { text: string }) {
  return text
    .split(/[\uE000\uE001]/u)
    .map((part, index) => (index % 2 === 1 ? <mark key={`${index}`}>{part}</mark> : part));
}

type BookSearch =
  | { status: 'idle' | 'searching' }
  | { status: 'found'; passages: readonly Passage[] }
  | { status: 'failed'; message: string };

const pause = 300;
const fewest = 2;
/** Limit of matches in a downloaded book. */
const maxHits = 200;

/** Debounced full-text search: on the server, or, when it is unreachable, in the downloaded book. */
function useBookSearch(manifest: Manifest, query: string, scope: SearchScope): BookSearch {
  const { api, offlineBooks } = useHost();
  const [search, setSearch] = useState<BookSearch>({ status: 'idle' });
  useEffect(() => {
    const q = query.trim();
    if (q.length < fewest) {
      setSearch({ status: 'idle' });
      return;
    }
    const controller = new AbortController();
    setSearch({ status: 'searching' });
    const ask = async () => {
      const bookId = manifest.book_id;
      try {
        return scope === 'library'
          ? (await api.call('GET /search', { query: { q, limit: 60 } })).items
          : (await api.call('GET /books/:id/search', { params: { id: bookId }, query: { q } })).items;
      } catch (error) {
        if (!isHostError(error) || error.status !== 0) throw error;
        if (scope === 'library') return offlineBooks.search(q, 60);
        const passages = await offlineBooks.search(q, maxHits, bookId).catch(() => {
          // Not on this device: the reader is told that the server cannot be reached.
          throw error;
        });
        return inThisBook(passages, manifest);
      }
    };
    const timer = setTimeout(() => {
      ask().then(
        (passages) => controller.signal.aborted || setSearch({ status: 'found', passages }),
        (error: unknown) =>
          controller.signal.aborted || setSearch({ status: 'failed', message: errorMessage(error) }),
      );
    }, pause);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [api, offlineBooks, manifest, query, scope]);
  return search;
}

/** Matches in this book that have all words, in reading order, with their pages. */
function inThisBook(passages: readonly Passage[], { book_id, spine }: Manifest): Passage[] {
  const paged = passages.flatMap((passage) => {
    if (passage.book_id !== book_id || passage.lacks || !passage.position) return [];
    const { spine_index: index = -1, fraction = 0, page } = passage.position;
    const chapter = spine[index];
    return [
      { ...passage, position: { ...passage.position, page: chapter ? positionAt(chapter, fraction) : page } },
    ];
  });
  return paged.sort((a, b) => (a.position.page ?? 0) - (b.position.page ?? 0));
}
