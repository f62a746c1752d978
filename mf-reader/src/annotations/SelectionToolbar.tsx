import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, media, space } from '@lectern/shared-ui/tokens.ts';
import {
  BookmarkPlus,
  Copy,
  LibraryBig,
  MessageCircleQuestion,
  NotebookPen,
  Search,
  Underline,
} from 'lucide-react';
import { styled } from 'styled-components';
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
  onLookUp: () => void;
  onAsk: () => void;
  onClose: () => void;
}

/** Commands for selected text. */
export function SelectionToolbar({ selected, onHighlight, onClose, ...actions }: SelectionToolbarProps) {
  const t = useTranslate();
  return (
    <FloatingCard box={selected.box} label={t('Selected words')} onClose={onClose}>
      <Row data-selected-words>
        <ColorDots value={null} onChoose={onHighlight} />
        <Rule />
        <Actions>
          <IconButton label={t('Underline')} icon={<Underline />} onClick={actions.onUnderline} />
          <IconButton label={t('Add note')} icon={<NotebookPen />} onClick={actions.onNote} />
          <IconButton label={t('Copy with citation')} icon={<Copy />} onClick={actions.onCopy} />
          <IconButton label={t('Bookmark this page')} icon={<BookmarkPlus />} onClick={actions.onBookmark} />
          <IconButton label={t('Search in this book')} icon={<Search />} onClick={actions.onSearch} />
          <IconButton label={t('Look up in my library')} icon={<LibraryBig />} onClick={actions.onLookUp} />
          <IconButton label={t('Ask the mentor')} icon={<MessageCircleQuestion />} onClick={actions.onAsk} />
        </Actions>
      </Row>
    </FloatingCard>
  );
}

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  padding: ${space(1)} ${space(2)};
  @media ${media.narrow} {
    flex-direction: column;
    align-items: stretch;
    padding: ${space(3)} ${space(4)};
    & > :first-child { justify-content: space-between; }
  }
`;

const Rule = styled.span`
  inline-size: 1px;
  align-self: stretch;
  margin-block: ${space(1)};
  background: ${color.line};
  @media ${media.narrow} { display: none; }
`;

const Actions = styled.div`
  display: flex;
  justify-content: space-between;
`;
