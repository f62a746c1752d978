import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { color, media, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import {
  BookA,
  BookmarkPlus,
  Copy,
  EllipsisVertical,
  LibraryBig,
  MessageCircleQuestion,
  NotebookPen,
  Search,
  Underline,
} from 'lucide-react';
import { css, styled } from 'styled-components';
import type { Selected } from '../engine/renderer.ts';
import { ColorDots } from './ColorDots.tsx';
import { FloatingCard } from './FloatingCard.tsx';

export interface SelectionToolbarProps {
  selected: Selected;
  onHighlight: (color: HighlightColor) => void;
  onUnderline: () => void;
  onNote: () => void;
  onCopy: () => void;
  onBookmark: () => void;
  onSearch: () => void;
  onSearchLibrary: () => void;
  onLookUp: () => void;
  onAsk: () => void;
  onClose: () => void;
}

/** Commands for selected text: colors, the four most used with labels, and the rest in a menu. */
export function SelectionToolbar({ selected, onHighlight, onClose, ...actions }: SelectionToolbarProps) {
  const t = useTranslate();
  return (
    <FloatingCard box={selected.box} margins={selected.margins} label={t('Selected words')} onClose={onClose}>
      <Row data-selected-words>
        <ColorDots value={null} onChoose={onHighlight} />
        <Rule />
        <Actions>
          <IconButton label={t('Underline')} icon={<Underline />} onClick={actions.onUnderline} />
        </Actions>
        <Rule />
        <Named>
          <Button variant="quiet" size="small" icon={<NotebookPen />} onClick={actions.onNote}>
            {t('Add note')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={<Copy />}
            title={t('Copy with citation')}
            onClick={actions.onCopy}
          >
            {t('Copy')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={<BookA />}
            title={t('Look up in the dictionary')}
            onClick={actions.onLookUp}
          >
            {t('Look up')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={<MessageCircleQuestion />}
            title={t('Ask the mentor')}
            onClick={actions.onAsk}
          >
            {t('Ask')}
          </Button>
          <Menu
            label={t('More')}
            trigger={<IconButton label={t('More')} icon={<EllipsisVertical />} />}
            items={[
              {
                id: 'search',
                label: t('Search in this book'),
                icon: <Search />,
                onSelect: actions.onSearch,
              },
              {
                id: 'library',
                label: t('Search in my library'),
                icon: <LibraryBig />,
                onSelect: actions.onSearchLibrary,
              },
              {
                id: 'bookmark',
                label: t('Bookmark this page'),
                icon: <BookmarkPlus />,
                onSelect: actions.onBookmark,
              },
            ]}
          />
        </Named>
      </Row>
    </FloatingCard>
  );
}

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  padding: ${space(1)} ${space(2)};
  [data-layout='column'] & {
    flex-direction: column;
    padding: ${space(2)} 0;
    & > :first-child { flex-direction: column; }
  }
  @media ${media.narrow} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${space(2)};
    padding: ${space(3)} ${space(4)};
    & > :first-child { justify-content: space-between; }
  }
`;

const Rule = styled.span`
  inline-size: 1px;
  align-self: stretch;
  margin-block: ${space(1)};
  background: ${color.line};
  [data-layout='column'] & {
    inline-size: auto;
    block-size: 1px;
    margin-block: 0;
    margin-inline: ${space(2)};
  }
  @media ${media.narrow} { display: none; }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
`;

const labelBelowIcon = css`
  flex-direction: column;
  gap: ${space(1)};
  font-size: ${type.caption};
  & svg { inline-size: 1.25rem; block-size: 1.25rem; }
`;

/**
 * On phones and in a margin, labels are below the icons: on phones all four fit into one row in every language, and
 * in a margin they are as narrow as their longest word.
 */
const Named = styled(Actions)`
  [data-layout='column'] & {
    flex-direction: column;
    & > button:not(:last-child) {
      ${labelBelowIcon}
      min-inline-size: min-content;
      max-inline-size: 4rem;
      padding: ${space(1)} 3px;
    }
  }
  @media ${media.narrow} {
    grid-column: 1 / -1;
    align-items: stretch;
    & > button:not(:last-child) {
      ${labelBelowIcon}
      min-inline-size: ${touchTarget};
      max-inline-size: 5.5rem;
      padding: ${space(1)};
    }
  }
`;
