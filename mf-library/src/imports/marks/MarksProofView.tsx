import type { MarksProof, MarkVerdict, ProvedMark, ProvedSet } from '@lectern/shared-contracts/api/marks.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { highlightInk } from '@lectern/shared-ui/color/highlightColors.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, font, measure, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useKnownBooks } from '../../data/useBooks.ts';

interface MarksProofViewProps {
  proof: MarksProof;
  busy: boolean;
  problem: string | undefined;
  onChooseBook: (set: number, bookId: string) => void;
  onWrite: () => void;
  onCancel: () => void;
}

const verdicts: Readonly<
  Record<MarkVerdict, { label: string; tone: 'success' | 'warning' | 'danger' | 'neutral' }>
> = {
  placed: { label: text('At its words'), tone: 'success' },
  near: { label: text('Near its place'), tone: 'warning' },
  not_found: { label: text('Not found, becomes a note'), tone: 'danger' },
  known: { label: text('Here already'), tone: 'neutral' },
};
const verdictOrder = Object.keys(verdicts) as MarkVerdict[];

/** What an import would do: counts, books, and the marks. Nothing has been written. */
export function MarksProofView({
  proof,
  busy,
  problem,
  onChooseBook,
  onWrite,
  onCancel,
}: MarksProofViewProps) {
  const t = useTranslate();
  const { placed, near, not_found } = proof.counts;
  const fresh = placed + near + not_found;
  return (
    <Stack gap={6}>
      {problem ? <Banner tone="danger" message={problem} detail={t('Nothing was written.')} /> : null}
      <section aria-label={t('What would be added')}>
        <Counts>
          {verdictOrder
            .filter((verdict) => proof.counts[verdict] > 0)
            .map((verdict) => (
              <div key={verdict}>
                <dt>{t(verdicts[verdict].label)}</dt>
                <dd>{proof.counts[verdict]}</dd>
              </div>
            ))}
        </Counts>
      </section>
      <Stack direction="inline" gap={3}>
        <Button variant="primary" busy={busy} disabled={fresh === 0} onClick={onWrite}>
          {fresh === 0 ? t('Nothing to add') : t('Add {{count}} marks', { count: fresh })}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Stack>
      <section aria-labelledby="proof-books">
        <h2 id="proof-books">{t('Books')}</h2>
        <Rows role="list">
          {proof.sets.map((set, index) => (
            <BookOfSet key={index} set={set} onChoose={(bookId) => onChooseBook(index, bookId)} />
          ))}
        </Rows>
      </section>
      {proof.items.length > 0 ? (
        <section aria-labelledby="proof-marks">
          <h2 id="proof-marks">{t('Highlights, notes and bookmarks')}</h2>
          <Rows role="list">
            {proof.items.map((mark, index) => (
              <MarkRow key={index} mark={mark} book={proof.sets[mark.set]?.book?.title ?? ''} />
            ))}
          </Rows>
          <Rest count={fresh + proof.counts.known - proof.items.length} />
        </section>
      ) : null}
    </Stack>
  );
}

/** Which book here a set is about; the reader may say so. */
function BookOfSet({ set, onChoose }: { set: ProvedSet; onChoose: (bookId: string) => void }) {
  const t = useTranslate();
  const [isChoosing, setChoosing] = useState(false);
  const books = useKnownBooks();
  const { title, author, book, marks } = set;
  return (
    <li>
      <Named>
        <b dir="auto">{[title || t('A book without a title'), author].filter(Boolean).join(', ')}</b>
        <small>
          {t('{{count}} marks', { count: marks })} ·{' '}
          {book
            ? t('in your “{{title}}”', { title: book.title })
            : t('not found in your library, so left out')}
        </small>
      </Named>
      {isChoosing ? (
        <Select
          label={t('Book')}
          hideLabel
          autoFocus
          value={book?.id ?? ''}
          onChange={onChoose}
          options={[
            { value: '', label: t('Choose the book'), disabled: true },
            ...books.map(({ id, title: name }) => ({ value: id, label: name })),
          ]}
        />
      ) : (
        <Button
          size="small"
          variant={book ? 'quiet' : 'secondary'}
          flush={book ? 'end' : undefined}
          onClick={() => setChoosing(true)}
        >
          {book ? t('Another book') : t('Choose the book')}
        </Button>
      )}
    </li>
  );
}

function MarkRow({ mark, book }: { mark: ProvedMark; book: string }) {
  const t = useTranslate();
  const { verdict, kind, page } = mark;
  const { label, tone } = verdicts[verdict];
  return (
    <li>
      <Mark style={{ borderColor: highlightInk(mark.color) }}>
        {mark.text ? <blockquote dir="auto">{mark.text}</blockquote> : null}
        {mark.note ? <p dir="auto">{mark.note}</p> : null}
        <small>
          {kind === 'bookmark' ? `${t('Bookmark')} · ` : ''}
          <bdi>{book}</bdi>
          {page === null ? '' : ` · ${t('p. {{page}}', { page })}`}
        </small>
      </Mark>
      <Badge tone={tone}>{t(label)}</Badge>
    </li>
  );
}

function Rest({ count }: { count: number }) {
  const t = useTranslate();
  return count > 0 ? <Muted>{t('and {{count}} more', { count })}</Muted> : null;
}

const Counts = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${space(4)};
  margin: 0;
  & > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
  & dt { color: ${color.textMuted}; font-size: ${type.small}; }
  & dd { margin: 0; font-family: ${font.reading}; font-size: ${type.large}; font-variant-numeric: tabular-nums; }
  @media ${media.narrow} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
`;

const Rows = styled.ul`
  margin-block-start: ${space(2)};
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: ${space(2)} ${space(6)};
    padding-block: ${space(4)};
    border-block-end: 1px solid ${color.line};
    @media ${media.narrow} { flex-direction: column; }
  }
`;

const Named = styled.div`
  display: grid;
  gap: ${space(1)};
  min-inline-size: 0;
  overflow-wrap: anywhere;
  & small { color: ${color.textMuted}; font-size: ${type.small}; }
`;

const Mark = styled.div`
  display: grid;
  gap: ${space(2)};
  min-inline-size: 0;
  max-inline-size: ${measure};
  padding-inline-start: ${space(4)};
  border-inline-start: 4px solid;
  overflow-wrap: anywhere;
  & > blockquote { margin: 0; font-family: ${font.reading}; white-space: pre-line; }
  & > p { white-space: pre-line; }
  & > small { color: ${color.textMuted}; font-size: ${type.caption}; }
`;

const Muted = styled.p`
  margin-block-start: ${space(3)};
  color: ${color.textMuted};
`;
