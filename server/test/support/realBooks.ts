import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Real and hostile books outside of this project, in ../shared/books, if available. */
const folder = fileURLToPath(new URL('../../../../shared/books/', import.meta.url));

export interface RealBook {
  name: string;
  path: string;
}

/** Files of one kind; empty when the folder is missing. */
export function realBooks(kind: 'epub' | 'pdf' | 'hostile'): RealBook[] {
  const place = join(folder, kind);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => /\.(epub|pdf)$/.test(name))
    .sort()
    .map((name) => ({ name, path: join(place, name) }));
}

export const absent = '../shared/books is not here; the books made by the tests themselves were used';
