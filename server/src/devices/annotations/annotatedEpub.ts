import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { annotationPaths } from '../../intake/ingest/epub/container/container.ts';

/**
 * Streams a copy of an EPUB with its annotations; other files stay as they are. An error destroys the stream.
 * @param path of the EPUB
 * @param annotations the annotation set, instead of the one that is in the file
 */
export function annotatedEpub(path: string, annotations: Readable, mtime: Date): Readable {
  const copy = new ZipFile();
  const out = copy.outputStream as Readable;
  copy.on('error', (error: Error) => out.destroy(error));
  let current: Readable | undefined;
  // Stop reading when the reader leaves.
  out.once('close', () => current?.destroy());
  const add = async (stream: Readable, name: string, compress: boolean, size?: number) => {
    if (out.destroyed) throw new Error('The reader has left');
    current = stream;
    // A file of type must come first, and without anything beside its bytes.
    copy.addReadStream(stream, name, {
      mtime,
      compress,
      forceDosTimestamp: true,
      ...(size === undefined ? {} : { size }),
    });
    await finished(stream, { writable: false });
  };
  const fill = async () => {
    const original = await yauzl.openPromise(path, { autoClose: false });
    try {
      for await (const entry of original.eachEntry()) {
        const { fileName, compressionMethod, uncompressedSize } = entry;
        if (fileName.endsWith('/') || annotationPaths.some((known) => known === fileName)) continue;
        const isStored = compressionMethod === 0;
        const stream = await original.openReadStreamPromise(entry);
        await add(stream, fileName, !isStored, isStored ? uncompressedSize : undefined);
      }
      await add(annotations, annotationPaths[0], true);
    } finally {
      original.close();
    }
  };
  fill().then(
    () => copy.end(),
    (error: Error) => out.destroy(error),
  );
  return out;
}
