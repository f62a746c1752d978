import { text } from '@lectern/shared-contracts/domain/text.ts';
import { AppError } from '../../run/common/errors.ts';

/** Why a file is not opened, as its reader is told. Nothing of the file itself is quoted. */
const sentences = {
  outside: text('This EPUB isn’t safe to open, so we left it out: it names a file outside of itself.'),
  name: text(
    'This EPUB isn’t safe to open, so we left it out: the name of a file in it has a control character.',
  ),
  ambiguous: text(
    'This EPUB isn’t safe to open, so we left it out: files in it overlap or have the same name.',
  ),
  files: text('This EPUB isn’t safe to open, so we left it out: it has too many files.'),
  size: text(
    'This EPUB isn’t safe to open, so we left it out: it, or a file in it, is too large when unpacked.',
  ),
  entities: text(
    'This EPUB isn’t safe to open, so we left it out: it declares entities that could be used for an attack.',
  ),
  depth: text('This EPUB isn’t safe to open, so we left it out: its elements are nested too deeply.'),
  process: text(
    'This EPUB isn’t safe to open, so we left it out: reading it takes too much memory or ends unexpectedly.',
  ),
} as const;

export const unsafeEpub = (reason: keyof typeof sentences) => new AppError('epub_unsafe', sentences[reason]);
