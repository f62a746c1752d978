/** Adds compressed copies of each text file, which the server sends as they are. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from '../registry/publish.mjs';

const worthIt = /\.(js|mjs|css|html|json|svg|webmanifest|wasm)$/;

export async function compressFolder(folder) {
  const files = filesBelow(folder).filter((path) => worthIt.test(path));
  await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(join(folder, path));
      if (bytes.length < 1024) return;
      const brotli = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      };
      writeFileSync(join(folder, `${path}.br`), await promisify(brotliCompress)(bytes, brotli));
      writeFileSync(join(folder, `${path}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
