/** `--help` of every command: prints the comment at the beginning of its file. Imported before anything is done. */
import { readFileSync } from 'node:fs';

if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(readFileSync(process.argv[1], 'utf8')) ?? [];
  console.log(comment.replaceAll(/^ *\* ?/gm, '').trim());
  process.exit(0);
}
