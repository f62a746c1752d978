import { isUnplaced } from '@lectern/shared-contracts/domain/books/isUnplaced.ts';
import { useHost, usePoint, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { highlightInk } from '@lectern/shared-ui/color/highlightColors.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, duration, font, measure, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { History, PencilLine, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { styled } from 'styled-components';
import { VersionChoice } from '../books/conflicts/VersionChoice.tsx';
import { formatDay } from '../books/formats.ts';
import { useRunFill } from '../data/useRunFill.ts';
import { type Entry, otherVersionIn } from './entries.ts';
import { Markdown } from './Markdown.tsx';

export interface EntryCardProps {
  entry: Entry;
  isNew: boolean;
  highlighted: boolean;
  /** Whether the book is named elsewhere. */
  inBook: boolean;
  onTag: (tag: string) => void;
  onEdit: () => void;
  onDelete: (entry: Entry) => void;
}

/** Earlier versions, edit, delete. */
const ownCommands = 3;

/** An entry: quotation, note and source. */
export const EntryCard = memo(function EntryCard(props: EntryCardProps) {
  const { entry, isNew, highlighted, inBook, onTag, onEdit, onDelete } = props;
  const { i18n, showVersions } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const other = otherVersionIn(entry);
  const note = { id: entry.id, bookId: entry.bookId, text: entry.quote ?? entry.thought };
  const actions = usePoint('mf-library/note-action', note);
  const runFill = useRunFill();
  return (
    <Page
      id={`entry-${entry.id}`}
      data-highlighted={highlighted || undefined}
      style={{ borderColor: highlightInk(entry.color), '--commands': ownCommands + actions.length }}
    >
      {entry.title && !other ? <h3 dir="auto">{entry.title}</h3> : null}
      {entry.quote ? (
        <Quote dir="auto" lang={entry.language ?? undefined}>
          {entry.quote}
        </Quote>
      ) : null}
      {entry.thought && !other ? <Markdown text={entry.thought} /> : null}
      {other ? <VersionChoice other={other} /> : null}
      <Foot>
        {isNew ? <Badge tone="info">{t('New')}</Badge> : null}
        <Source entry={entry} inBook={inBook} />
        <time dateTime={entry.createdAt}>{formatDay(entry.createdAt, language)}</time>
        {entry.tags.map((tag) => (
          <button key={tag} type="button" dir="auto" onClick={() => onTag(tag)}>
            #{tag}
          </button>
        ))}
      </Foot>
      <Commands>
        {actions.map((action) => (
          <IconButton
            key={action.id}
            label={action.label}
            icon={action.icon}
            size="small"
            onClick={() => runFill(action, note)}
          />
        ))}
        <IconButton
          label={t('Earlier versions')}
          icon={<History />}
          size="small"
          onClick={() => showVersions(entry.kind, entry.id)}
        />
        <IconButton label={t('Edit')} icon={<PencilLine />} size="small" onClick={onEdit} />
        <IconButton label={t('Delete')} icon={<Trash2 />} size="small" onClick={() => onDelete(entry)} />
      </Commands>
    </Page>
  );
});

/** Link to the passage: book, author and page. */
function Source({ entry, inBook }: { entry: Entry; inBook: boolean }) {
  const { navigation } = useHost();
  const t = useTranslate();
  if (entry.bookId === null) return null;
  const isMarkLost = isUnplaced(entry.position);
  const page = isMarkLost
    ? entry.position?.file_id
      ? t('In another file of the book')
      : t('Not found in the book')
    : entry.page === null
      ? null
      : t('p. {{page}}', { page: entry.page });
  if (entry.bookTitle === null) return <span>{page}</span>;
  const position = isMarkLost
    ? null
    : (entry.position ?? (entry.page === null ? null : { page: entry.page }));
  return (
    <cite dir="auto" lang={entry.language ?? undefined}>
      <navigation.Link to={`/read/${entry.bookId}`} state={{ position }} title={t('Open the passage')}>
        {inBook ? (page ?? t('Open the passage')) : [entry.bookTitle, page].filter(Boolean).join(', ')}
      </navigation.Link>
      {entry.author && !inBook ? ` — ${entry.author}` : null}
    </cite>
  );
}

const Page = styled.article`
  position: relative;
  display: grid;
  gap: ${space(3)};
  padding-block: ${space(1)};
  padding-inline-start: ${space(5)};
  padding-inline-end: calc(var(--commands) * 2.25rem + ${space(1)});
  border-inline-start: 4px solid;
  /* The whole card is aligned by the page, also where its words run the other way. */
  text-align: left;
  &:dir(rtl) { text-align: right; }
  &[data-highlighted] { outline: 3px solid ${color.accent}; outline-offset: 8px; }
  & > h3 { font-size: ${type.body}; font-weight: 600; }
  @media ${media.narrow} {
    /* The commands stand beside the source, at the end. */
    grid-template-columns: minmax(0, 1fr) auto;
    padding-inline-end: 0;
    padding-inline-start: ${space(4)};
    & > * { grid-column: 1 / -1; }
    & > footer { grid-column: 1; }
  }
`;

const Quote = styled.blockquote`
  max-inline-size: ${measure};
  font-family: ${font.reading};
  font-size: 1.125rem;
  line-height: 1.55;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  color: ${color.textMuted};
  font-size: ${type.caption};
  overflow-wrap: anywhere;
  & > cite { font-style: normal; font-family: inherit; }
  & > button {
    padding: ${space(1)} 0;
    border: 0;
    background: none;
    color: ${color.textMuted};
    &:hover { color: ${color.text}; text-decoration: underline; text-underline-offset: 0.25em; }
    @media ${media.narrow} { min-block-size: 2.75rem; padding-inline: ${space(1)}; }
  }
  @media ${media.narrow} {
    & > cite { flex-basis: 100%; }
    /* A target of 44 px that does not part the lines. */
    & > cite > a { display: inline-block; padding-block: ${space(3)}; margin-block: -${space(3)}; }
  }
`;

const Commands = styled.span`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  display: flex;
  @media ${media.hover} and (min-width: 48.0625em) {
    opacity: 0;
    transition: opacity ${duration.fast};
    ${Page}:hover > &, ${Page}:focus-within > & { opacity: 1; }
  }
  @media ${media.narrow} {
    ${Page} > & { grid-column: 2; }
    position: static;
    align-self: end;
    margin-inline-end: -${space(2)};
  }
`;
