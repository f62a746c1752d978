import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { Trash2 } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { styled } from 'styled-components';

export interface PassageListProps {
  label: string;
  children: ReactNode;
}

export function PassageList({ label, children }: PassageListProps) {
  return (
    <List role="list" aria-label={label}>
      {children}
    </List>
  );
}

export interface PassageItemProps {
  /** Title of a note. */
  title?: string;
  /** Quoted text in the reading font. */
  quote?: ReactNode;
  /** At most three lines of the quote. */
  isShort?: boolean;
  /** The reader's note. */
  thought?: string | null;
  /** Chapter and page. */
  source: string;
  /** Color at the margin. */
  ink?: string;
  /** Null without a position to go to. */
  onOpen: (() => void) | null;
  onDelete?: () => void;
  deleteLabel?: string;
}

export function PassageItem({
  title,
  quote,
  isShort,
  thought,
  source,
  ink,
  onOpen,
  onDelete,
  deleteLabel,
}: PassageItemProps) {
  const t = useTranslate();
  const language = useContext(BookLanguage);
  return (
    <Item>
      <Open
        type="button"
        disabled={onOpen === null}
        onClick={onOpen ?? undefined}
        style={{ borderInlineStartColor: ink ?? 'transparent' }}
      >
        {title ? <strong dir="auto">{title}</strong> : null}
        {quote ? (
          <Quote dir="auto" lang={language} data-short={isShort}>
            {quote}
          </Quote>
        ) : null}
        {thought ? <Thought dir="auto">{thought}</Thought> : null}
        {source ? <Source>{source}</Source> : null}
      </Open>
      {onDelete ? (
        <IconButton
          label={deleteLabel ?? t('Delete')}
          icon={<Trash2 />}
          size="small"
          onClick={onDelete}
          tooltipSide="left"
        />
      ) : null}
    </Item>
  );
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
`;

const Item = styled.li`
  display: flex;
  align-items: flex-start;
  gap: ${space(1)};
  & > :last-child:not(:first-child) { margin-block-start: ${space(2)}; }
`;

const Open = styled.button`
  flex: 1;
  min-inline-size: 0;
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  padding: ${space(3)};
  border: 0;
  border-inline-start: 4px solid transparent;
  & > strong { font-family: ${font.reading}; font-weight: 550; }
  border-radius: ${radius.cover};
  background: none;
  text-align: start;
  &:hover { background: ${color.surfaceHover}; }
`;

const Quote = styled.span`
  font-family: ${font.reading};
  font-size: ${type.body};
  line-height: 1.5;
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 6;
  &[data-short='true'] { -webkit-line-clamp: 3; }
  & mark { background: ${color.highlightYellow}; color: ${color.text}; border-radius: 2px; }
`;

const Thought = styled.span`
  font-size: ${type.small};
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Source = styled.span`
  color: ${color.textMuted};
  font-size: ${type.caption};
  font-variant-numeric: tabular-nums;
`;

/** BCP 47 tag of the book's language, for `lang`; undefined when unknown. */
export const BookLanguage = createContext<string | undefined>(undefined);
