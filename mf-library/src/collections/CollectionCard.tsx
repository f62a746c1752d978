import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { clamp } from '@lectern/shared-ui/clamp.styles.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { color, duration, easing, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { BookCopy, Download, EllipsisVertical, PencilLine, Trash2 } from 'lucide-react';
import { styled } from 'styled-components';
import { BookCover } from '../books/BookCover.tsx';
import { formatBytes } from '../books/formats.ts';
import { collectionColor, collectionIcon } from './collectionIcons.ts';

interface CollectionCardProps {
  collection: Collection;
  /** Its books that are loaded. */
  books: readonly Book[];
  highlighted: boolean;
  onOpen: () => void;
  onEdit: () => void;
  onChooseBooks: () => void;
  onDownload: () => void;
  onDelete: () => void;
}

/** A collection as a stack of covers in its color. */
export function CollectionCard(props: CollectionCardProps) {
  const { collection, books, highlighted, onOpen, onEdit, onChooseBooks, onDownload, onDelete } = props;
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const files = books.filter(({ format }) => format !== 'none');
  const bytes = files.reduce((sum, { file_size }) => sum + file_size, 0);
  const Icon = collectionIcon(collection.icon);
  const ink = collectionColor(collection.color);
  return (
    <StyledCard id={`collection-${collection.id}`} data-highlighted={highlighted || undefined}>
      <button type="button" onClick={onOpen}>
        <Covers aria-hidden style={{ borderColor: ink }}>
          {books.slice(0, 3).map((book) => (
            <span key={book.id}>
              <BookCover book={book} size="small" />
            </span>
          ))}
          {books.length === 0 ? <Icon style={{ color: ink }} /> : null}
        </Covers>
        <Name>
          <Icon aria-hidden style={{ color: ink }} />
          <span dir="auto">{collection.name}</span>
        </Name>
        <Count>
          {t('{{count}} books', { count: collection.rule ? books.length : collection.bookIds.length })}
          {collection.rule ? ` · ${t('by a rule')}` : ''}
        </Count>
      </button>
      {collection.description ? <p dir="auto">{collection.description}</p> : null}
      <Corner>
        <Menu
          label={collection.name}
          trigger={
            <IconButton
              label={t('More about {{title}}', { title: collection.name })}
              icon={<EllipsisVertical />}
              size="small"
            />
          }
          items={[
            ...(collection.rule
              ? []
              : [{ id: 'books', label: t('Choose Books'), icon: <BookCopy />, onSelect: onChooseBooks }]),
            {
              id: 'download',
              label: t('Download All Books'),
              hint: `${t('{{count}} books', { count: files.length })}, ${formatBytes(bytes, language)}`,
              icon: <Download />,
              disabled: files.length === 0,
              onSelect: onDownload,
            },
            { id: 'edit', label: t('Edit collection'), icon: <PencilLine />, onSelect: onEdit },
            {
              id: 'delete',
              label: t('Delete'),
              icon: <Trash2 />,
              onSelect: onDelete,
              danger: true,
              separatorBefore: true,
            },
          ]}
        />
      </Corner>
    </StyledCard>
  );
}

const StyledCard = styled.article`
  position: relative;
  min-inline-size: 0;
  border-radius: ${radius.control};
  &[data-highlighted] { outline: 3px solid ${color.accent}; outline-offset: 6px; }
  & > button {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    inline-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    text-align: start;
  }
  & > p {
    ${clamp(2)}
    margin-block-start: ${space(1)};
    color: ${color.textMuted};
    font-size: ${type.small};
  }
`;

/** Overlapping covers on the collection's color. */
const Covers = styled.span`
  position: relative;
  display: flex;
  justify-content: center;
  align-items: end;
  block-size: 176px;
  padding-block-end: ${space(3)};
  margin-block-end: ${space(3)};
  border-block-end: 4px solid;
  border-radius: ${radius.cover};
  background: ${color.surfaceSunken};
  overflow: hidden;
  & > span { flex: none; transition: transform ${duration.normal} ${easing}; }
  & > span + span { margin-inline-start: -32px; }
  & > span:nth-child(1) { z-index: 3; }
  & > span:nth-child(2) { z-index: 2; transform: scale(0.93); transform-origin: bottom; }
  & > span:nth-child(3) { z-index: 1; transform: scale(0.86); transform-origin: bottom; }
  & > svg { inline-size: 3rem; block-size: 3rem; align-self: center; stroke-width: 1.25; }
  @media ${media.hover} {
    button:hover > & > span:nth-child(1) { transform: translateY(-4px); }
  }
`;

const Name = styled.span`
  display: flex;
  align-items: baseline;
  gap: ${space(2)};
  padding-inline-end: ${space(9)};
  font-family: ${font.reading};
  font-size: ${type.body};
  font-weight: 500;
  & > svg { flex: none; align-self: start; margin-block-start: 0.2em; inline-size: 1.125rem; block-size: 1.125rem; }
  & > span { ${clamp(2)} }
`;

const Count = styled.span`
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const Corner = styled.span`
  position: absolute;
  inset-block-start: 184px;
  inset-inline-end: -${space(1)};
`;
