import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { onlineMetadataRoutes } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { parseIsbn } from '../../library/identity/isbn.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { cleanLine } from '../ingest/plainText.ts';
import { workFolder } from '../staging/staging.ts';

/** @throws AppError lookup_off */
function required({ onlineMetadata }: Services) {
  if (onlineMetadata === null) throw new AppError('lookup_off');
  return onlineMetadata;
}

export const onlineMetadataHandlers: RouteHandlers<keyof typeof onlineMetadataRoutes> = {
  'GET /online-metadata': async ({ services }) => ({ sources: services.onlineMetadata?.sources ?? [] }),

  'POST /online-metadata': {
    untransacted: true,
    async handle({ services, body }) {
      const metadata = required(services);
      const isbn = parseIsbn(body.isbn ?? '');
      const title = cleanLine(body.title ?? '', 300);
      const queries = [
        ...(isbn === null ? [] : [isbn]),
        ...(title === '' ? [] : [{ title, author: cleanLine(body.author ?? '', 300) }]),
      ];
      if (queries.length === 0)
        throw new AppError(
          'invalid_request',
          text('A book is looked up by its ISBN or its title. Enter one first.'),
        );
      return { answers: await metadata.find(queries) };
    },
  },

  'POST /online-metadata/cover': {
    untransacted: true,
    async handle({ services, user, body }) {
      const picture = await required(services).fetchCover(body.source, body.cover);
      const workDir = workFolder(services.config, randomUUID());
      await mkdir(workDir, { recursive: true, mode: 0o700 });
      try {
        const { files } = await services.covers.render(user.id, {
          picture,
          book: { title: '', author: '' },
          workDir,
        });
        return { image: await readFile(join(workDir, files.large), 'base64') };
      } finally {
        await rm(workDir, { recursive: true, force: true });
      }
    },
  },
};
