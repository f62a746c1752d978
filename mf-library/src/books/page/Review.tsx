import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, measure, space, type } from '@lectern/shared-ui/tokens.ts';
import { History, PencilLine, PenLine, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import type { Entry } from '../../notes/entries.ts';
import { Markdown } from '../../notes/Markdown.tsx';
import { stampOf, useNoteActions } from '../../notes/useNoteActions.ts';
import { OtherVersions } from '../conflicts/VersionChoice.tsx';

/** The reader's review of the book, stored as a note. */
export function Review({ book, review }: { book: Book; review: Entry | null }) {
  const t = useTranslate();
  const { showVersions } = useHost();
  const { writing, text, edit, begin, cancel, save, remove } = useReview(book, review);
  return (
    <section aria-labelledby="review">
      <h2 id="review">{t('Your review')}</h2>
      {writing ? (
        <form onSubmit={(event) => runInBackground(save(event))}>
          <Stack gap={3}>
            <TextField
              label={t('Your review')}
              hideLabel
              multiline
              rows={6}
              maxLength={20_000}
              value={text}
              onChange={edit}
              placeholder={t('What stays with you? Markdown works here.')}
              autoFocus
            />
            <Stack direction="inline" gap={3}>
              <Button type="submit" variant="primary" disabled={text.trim() === ''}>
                {t('Save')}
              </Button>
              <Button onClick={cancel}>{t('Cancel')}</Button>
            </Stack>
          </Stack>
        </form>
      ) : review ? (
        <Written>
          <Markdown text={review.thought} />
          <OtherVersions of={review.id} />
          <Stack direction="inline" gap={2}>
            <Button variant="quiet" size="small" flush="start" icon={<PencilLine />} onClick={begin}>
              {t('Edit')}
            </Button>
            <Button
              variant="quiet"
              size="small"
              icon={<History />}
              onClick={() => showVersions('note', review.id)}
            >
              {t('Earlier versions')}
            </Button>
            <Button
              variant="quiet"
              size="small"
              icon={<Trash2 />}
              onClick={() => runInBackground(remove(review))}
            >
              {t('Delete')}
            </Button>
          </Stack>
        </Written>
      ) : (
        <Empty>
          <p>{t('Two lines written now, and you’ll still remember this book in ten years.')}</p>
          <Button icon={<PenLine />} onClick={begin}>
            {t('Write a review')}
          </Button>
        </Empty>
      )}
    </section>
  );
}

/** What is typed, which is kept as a draft with each change, and how it is saved. */
function useReview(book: Book, review: Entry | null) {
  const t = useTranslate();
  const { create, update, remove } = useNoteActions();
  const draft = useDraft<{ text: string; seen?: string }>(`review.${book.id}`);
  const { search } = useHost().navigation.location.get();
  const [writing, setWriting] = useState(draft.left !== null || search === '?review');
  const [text, setText] = useState(draft.left?.text ?? '');
  /** Stamp of the text when editing began. */
  const [seen, setSeen] = useState(draft.left?.seen);
  const begin = () => {
    setText(review?.thought ?? '');
    setSeen(review ? stampOf(review) : undefined);
    setWriting(true);
  };
  const cancel = () => {
    draft.drop();
    setWriting(false);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const thought = text.trim();
    if (thought === '') return;
    const saving = review
      ? update(review, {
          bookId: book.id,
          title: review.title,
          thought,
          tags: [...review.tags],
          page: review.page,
          color: review.color,
          seen,
        })
      : create(
          { bookId: book.id, title: t('Review'), thought, tags: ['review'], page: null, color: null },
          'review',
        );
    // The queue has it now: the draft must not be offered again.
    draft.drop();
    if (await saving) cancel();
    else draft.keep({ text, seen });
  };
  const edit = (next: string) => {
    setText(next);
    draft.keep({ text: next, seen });
  };
  return { writing, text, edit, begin, cancel, save, remove };
}

const Written = styled.div`
  max-inline-size: ${measure};
  & > :first-child {
    margin-block-end: ${space(3)};
    padding-inline-start: ${space(5)};
    border-inline-start: 2px solid ${color.accent};
    font-family: ${font.reading};
    font-size: ${type.body};
    line-height: 1.65;
  }
`;

const Empty = styled.div`
  & > p { margin-block-end: ${space(4)}; color: ${color.textMuted}; font-family: ${font.reading}; font-style: var(--quotation-style); }
`;
