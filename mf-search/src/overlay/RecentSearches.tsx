import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { History } from 'lucide-react';
import { styled } from 'styled-components';
import { Option } from './Option.tsx';

export interface RecentSearchesProps {
  listId: string;
  searches: readonly string[];
  active: number;
  onChoose: (index: number) => void;
  onForget: () => void;
}

/** Recent searches; choosing one repeats it. */
export function RecentSearches({ listId, searches, active, onChoose, onForget }: RecentSearchesProps) {
  const t = useTranslate();
  return (
    <div>
      <Head>
        <h2 id={`${listId}-recent`}>{t('Recent searches')}</h2>
        <Button variant="quiet" size="small" onClick={onForget}>
          {t('Clear')}
        </Button>
      </Head>
      <div role="listbox" id={listId} aria-labelledby={`${listId}-recent`}>
        {searches.map((search, index) => (
          <Option
            key={search}
            id={`${listId}-${index}`}
            active={index === active}
            follow
            onChoose={() => onChoose(index)}
          >
            <Line>
              <History aria-hidden />
              <span>{search}</span>
            </Line>
          </Option>
        ))}
      </div>
    </div>
  );
}

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding-block: ${space(1)} 0;
  padding-inline: ${space(5)} ${space(3)};
  & > h2 { font-family: inherit; font-size: ${type.caption}; font-weight: 600; color: ${color.textMuted}; letter-spacing: 0; }
  @media ${media.narrow} { padding-inline-start: ${space(4)}; }
`;

const Line = styled.span`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  & > svg { flex: none; inline-size: 1rem; block-size: 1rem; color: ${color.textMuted}; }
  & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`;

/** Recent searches that led to a result, newest first. */
const recentKept = 10;
export const recentShown = 5;
export const recentPreference = 'recent_searches';

/** The valid entries among the stored ones. */
export const parseRecent = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : [];

/** Adds a search at the front, and removes duplicates, ignoring case. */
export function remember(recent: readonly string[], typed: string): string[] {
  const query = typed.trim().replace(/\s+/g, ' ');
  if (query === '') return [...recent];
  const others = recent.filter((other) => other.toLowerCase() !== query.toLowerCase());
  return [query, ...others].slice(0, recentKept);
}
