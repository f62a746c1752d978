import { writerLabel } from '@lectern/client/auth/browserLabel.ts';
import type { BinEntry, BinKind } from '@lectern/shared-contracts/api/bin.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import {
  BookA,
  Bookmark,
  BookOpen,
  FileText,
  FolderClosed,
  Highlighter,
  History,
  MessagesSquare,
  NotebookPen,
  Rows3,
  Target,
  Timer,
  Trash2,
} from 'lucide-react';
import { type ComponentType, Fragment } from 'react';
import { styled } from 'styled-components';
import { useShell } from '../../host/shell.ts';
import { useFormats } from '../../services/i18n/formats.ts';
import { keptIn, kindLabels, kindNames, titleOf } from './binEntries.ts';

const icons: Readonly<Record<BinKind, ComponentType>> = {
  book: BookOpen,
  note: NotebookPen,
  highlight: Highlighter,
  bookmark: Bookmark,
  collection: FolderClosed,
  session: Timer,
  conversation: MessagesSquare,
  word: BookA,
  goal: Target,
  reading: History,
  row: Rows3,
  file: FileText,
};

/** What can be deleted with a thing, as text keys. */
const withLabels = {
  notes: kindLabels.note,
  highlights: kindLabels.highlight,
  bookmarks: kindLabels.bookmark,
  messages: text('Messages'),
} as const;

interface BinItemProps {
  entry: BinEntry;
  onRestore: () => void;
  onDelete: () => void;
}

/** One entry: its words, its kind, what it belonged to, what hung on it, where it was deleted, and until when kept. */
export function BinItem({ entry, onRestore, onDelete }: BinItemProps) {
  const t = useTranslate();
  const { day, number } = useFormats();
  const Icon = icons[entry.kind];
  const title = titleOf(entry, t, day);
  const kindName = t(kindNames[entry.kind]);
  const device = entry.device === null ? null : writerLabel(entry.device, t);
  const contents = useReadable(useShell().registry.contents);
  const isExcerptShown = entry.kind !== 'row' && entry.title.trim() !== '' && entry.excerpt.trim() !== '';
  const counts = (Object.keys(withLabels) as (keyof typeof withLabels)[])
    .filter((name) => entry.with[name] > 0)
    .map((name) => `${t(withLabels[name])}: ${number(entry.with[name])}`);
  return (
    <Item>
      <Icon aria-hidden />
      <div>
        <Title dir="auto">{title}</Title>
        {isExcerptShown ? <Excerpt dir="auto">{entry.excerpt}</Excerpt> : null}
        <small>
          {[
            entry.kind === 'row' || kindName === title ? null : kindName,
            entry.book_title === null || entry.kind === 'book'
              ? null
              : t('in “{{title}}”', { title: entry.book_title }),
            entry.kind === 'row' ? t(keptIn(entry, contents)) : null,
            ...counts,
            device === null ? null : t('deleted on {{device}}', { device }),
            t('kept until {{day}}', { day: day(entry.goes_at) }),
          ]
            .filter((fact) => fact !== null)
            .map((fact, index) => (
              <Fragment key={fact}>
                {index === 0 ? null : ' · '}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
        </small>
      </div>
      <Commands>
        <Button size="small" aria-label={t('Restore “{{title}}”', { title })} onClick={onRestore}>
          {t('Restore')}
        </Button>
        <IconButton
          size="small"
          label={t('Delete “{{title}}” for good', { title })}
          icon={<Trash2 />}
          onClick={onDelete}
        />
      </Commands>
    </Item>
  );
}

const Item = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: ${space(1)} ${space(3)};
  padding-block: ${space(4)};
  /* Aligned by the page, also where its words run the other way. */
  text-align: left;
  &:dir(rtl) { text-align: right; }
  & > svg { inline-size: 1.125rem; block-size: 1.125rem; margin-block-start: ${space(1)}; color: ${color.textMuted}; }
  & small { display: block; margin-block-start: ${space(1)}; color: ${color.textMuted}; font-size: ${type.caption}; }
  @media ${media.narrow} {
    grid-template-columns: auto minmax(0, 1fr);
    & > :last-child { grid-column: 2; }
  }
`;

const Title = styled.p`
  font-family: ${font.reading};
  font-size: ${type.body};
  overflow-wrap: anywhere;
`;

const Excerpt = styled.p`
  display: -webkit-box;
  overflow: hidden;
  color: ${color.textMuted};
  font-size: ${type.small};
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Commands = styled.span`
  display: flex;
  align-items: start;
  gap: ${space(1)};
`;
