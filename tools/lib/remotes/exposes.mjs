/** The modules that a remote exposes. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** Every file of src/expose is exposed under its own name. */
export function exposesOf(workspace, checkout = root) {
  const folder = join(checkout, workspace, 'src', 'expose');
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => /^[A-Z]\w*\.tsx?$/.test(file))
      .map((file) => [`./${file.replace(/\.tsx?$/, '')}`, `./src/expose/${file}`]),
  );
}
