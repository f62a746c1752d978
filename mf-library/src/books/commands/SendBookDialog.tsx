import type { SendAddress } from '@lectern/shared-contracts/api/auth.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '../formats.ts';

interface SendBookDialogProps {
  books: readonly Book[];
  onClose: () => void;
}

/** Files below this are accepted by every known service. */
const acceptedByAll = 10_000_000;

const none: readonly SendAddress[] = [];

/** Sends the file of a book to an address that its reader has confirmed. */
export function SendBookDialog({ books, onClose }: SendBookDialogProps) {
  const [book] = books;
  return book ? <SendBook book={book} onClose={onClose} /> : null;
}

function SendBook({ book, onClose }: { book: Book; onClose: () => void }) {
  const { notify, i18n, navigation } = useHost();
  const t = useTranslate();
  const enqueue = useEnqueue();
  const language = useReadable(i18n.language);
  const sending = useData('GET /auth/send-addresses', {});
  const { items = none, max_bytes = 0 } = sending.status === 'ready' ? sending.value : {};
  const addresses = items.filter(({ confirmed_at }) => confirmed_at !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  const address = addresses.find(({ id }) => id === chosen) ?? addresses[0];
  const isTooLarge = book.file_size > max_bytes;
  const size = formatBytes(book.file_size, language);

  const send = async ({ id, email }: SendAddress) => {
    const failure = text('The book could not be sent.');
    if (!(await enqueue('SEND_BOOK', { bookId: book.id, addressId: id }, failure))) return;
    notify.show({
      tone: 'success',
      message: t('“{{title}}” is on its way to {{address}}.', { title: book.title, address: email }),
    });
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('Send by Email')}
      description={book.title}
      closeLabel={t('Close')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            icon={<Send />}
            disabled={address === undefined || isTooLarge}
            onClick={() => address && runInBackground(send(address))}
          >
            {t('Send')}
          </Button>
        </>
      }
    >
      {sending.status === 'ready' ? (
        <Stack gap={4}>
          {isTooLarge ? (
            <p role="alert">
              {t(
                'This file is {{size}}. Only files of up to {{most}} can be sent by email. Download it instead.',
                {
                  size,
                  most: formatBytes(max_bytes, language),
                },
              )}
            </p>
          ) : address === undefined ? (
            <p>
              {t('You have no confirmed address yet. Add one in your profile and enter the code sent to it.')}
            </p>
          ) : (
            <>
              <Select
                label={t('To')}
                value={address.id}
                options={addresses.map(({ id, email }) => ({ value: id, label: email }))}
                onChange={setChosen}
              />
              <p>
                {book.file_size < acceptedByAll
                  ? t('The file is {{size}}.', { size })
                  : t('The file is {{size}}. Some email services accept less.', { size })}
              </p>
            </>
          )}
          <p>
            <navigation.Link to="/profile">{t('Addresses for books')}</navigation.Link>
          </p>
        </Stack>
      ) : null}
    </Dialog>
  );
}
