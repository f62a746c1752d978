import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { fileFormat, mediaTypeOf } from '../../library/books/fileTypes.ts';
import { ownBookWithFile } from '../../library/books/ownBook.ts';
import { bookEmail, mailTexts } from '../../people/mail/emailTemplates.ts';
import { mailFailure } from '../../people/mail/mailer.ts';
import { AppError } from '../../run/common/errors.ts';
import { blobKeys, throwNotFound } from '../blobs/blobs.ts';
import { ownRow } from '../ownRows.ts';
import { safeFileNames, titleAndAuthor } from './writeExport.ts';

/** Books that a reader may send. */
const limit = { tries: 30, seconds: 3600 };

const tooLarge = text('Files of up to 25 MB are sent by mail. Download this one instead.');

export const sendBookHandlers: RouteHandlers<'POST /books/:id/send'> = {
  'POST /books/:id/send': {
    untransacted: true,
    async handle({ db, services, user, request, params, body, commit, record }) {
      const { mail, blobs } = services;
      const book = await ownBookWithFile(db, user.id, params.id);
      const address = await ownRow(db, 'send_addresses', user.id, body.address_id);
      if (mail === null) throw new AppError('mail_unavailable');
      if (address.confirmed_at === null) throw new AppError('address_unconfirmed');
      if (book.file_size > limits.mailedFile) throw new AppError('file_too_large', tooLarge);
      await services.limits.hit('send-book', user.id, limit);
      const content = await blobs.read(blobKeys.original(book)).catch(throwNotFound);
      const attachment = {
        name: safeFileNames()(titleAndAuthor(book.title, book.author), fileFormat(book)),
        type: mediaTypeOf(book),
        content,
      };
      try {
        await mail
          .send(bookEmail(mailTexts(request), address.email, book.title, attachment))
          .catch(mailFailure);
      } finally {
        content.destroy();
      }
      record('book_sent', user.id, { bytes: book.file_size });
      return commit(async () => null);
    },
  },
};
