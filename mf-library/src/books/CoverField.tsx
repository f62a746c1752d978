import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { BookCover } from './BookCover.tsx';

/** The cover of a book and a button to replace it, effective at once. */
export function CoverField({ book }: { book: Book }) {
  const { notify } = useHost();
  const enqueue = useEnqueue();
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<string | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file === undefined) return;
    const image = await coverImage(file).catch(() => null);
    if (image === null) {
      notify.show({ tone: 'danger', message: t('This picture cannot be read. Take a JPEG, PNG or WebP.') });
      return;
    }
    if (await enqueue('SET_COVER', { bookId: book.id, image }, text('The cover could not be saved.')))
      setPicture(`data:image/jpeg;base64,${image}`);
  };
  return (
    <Row>
      {picture ? <img src={picture} alt="" /> : <BookCover book={book} size="small" />}
      <div>
        <Button icon={<ImageUp />} onClick={() => input.current?.click()}>
          {t('Choose a Cover')}
        </Button>
        <p>{t('Any picture; a 2:3 shape fits best.')}</p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        aria-label={t('Choose a Cover')}
        onChange={(event) => runInBackground(choose(event))}
      />
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(5)};
  & img { inline-size: 96px; block-size: 144px; object-fit: cover; border-radius: ${radius.cover}; }
  & p { margin-block-start: ${space(2)}; color: ${color.textMuted}; font-size: ${type.small}; }
`;

/** Twice the width of the largest cover shown. */
const maxSize = { width: 512, height: 768 };

/**
 * Resizes a picture to a JPEG in base64: a phone's photo has ten megabytes, and the queue
 * stores it. Rejects when the browser cannot decode the file.
 */
async function coverImage(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, Math.max(maxSize.width / picture.width, maxSize.height / picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', 0.88).replace(/^data:[^,]*,/, '');
}
