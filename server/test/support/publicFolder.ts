/** The output of a build for the server: pages of the shell, remotes, and a file outside that must not be served. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** @returns the new folder; the caller removes it */
export async function makePublicFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-public-'));
  const files: Record<string, string | Buffer> = {
    'shell/index.html': '<!doctype html><title>Lectern</title>',
    'shell/assets/main.0123456789abcdef.js': `/* plain */${' '.repeat(3_000)}`,
    'shell/assets/main.0123456789abcdef.js.br': brotliCompressSync('/* compressed before */'),
    'shell/assets/late.0123456789abcdef.js': `/* on the fly */${' '.repeat(3_000)}`,
    'shell/sw.js': '/* worker */',
    'shell/manifest.webmanifest': '{"name":"Lectern"}',
    'remotes/remotes.json': '{"remotes":{}}',
    'remotes/mf-reader/1.0.0/mf-manifest.json': '{}',
    'remotes/mf-reader/1.0.0/main.js': '/* remote */',
    secret: 'not to be served',
  };
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), bytes);
  }
  return root;
}
