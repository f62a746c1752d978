import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';

/** POST /books/:id/send */
export interface SendBook {
  bookId: string;
  addressId: string;
}

declare module '@lectern/shared-contracts/contract/syncActions.ts' {
  interface ActionPayloads {
    SEND_BOOK: SendBook;
  }
}

/** Sends a book by mail, once, also when it is asked for without a network. */
export const sendBook: ActionType<SendBook> = {
  type: 'SEND_BOOK',
  priority: 3,
  accepts: (payload): payload is SendBook => {
    const { bookId, addressId } = (payload ?? {}) as Partial<SendBook>;
    return typeof bookId === 'string' && typeof addressId === 'string';
  },
  entity: ({ bookId, addressId }) => `mail:${bookId}:${addressId}`,
  request: ({ bookId, addressId }) => ({
    key: 'POST /books/:id/send',
    params: { id: bookId },
    body: { address_id: addressId },
  }),
  // The answer comes once the mail server has the whole file.
  timeout: 300_000,
};
