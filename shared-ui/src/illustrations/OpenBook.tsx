import { Drawing, thin, wash } from '../illustrations.tsx';
import { color } from '../tokens.ts';

/** Open book, for an empty library. */
export function OpenBook() {
  return (
    <Drawing>
      <path {...wash} d="M84 36c12-9 30-12 50-9v53c-19-3-37 0-50 9z" />
      <path d="M80 36c-13-10-32-13-54-9v54c21-3 40 0 54 10 14-10 33-13 54-10V27c-22-4-41-1-54 9z" />
      <path d="M80 36v55" />
      <path {...thin} d="M26 33l-8 2v54c24-3 46 0 62 9 16-9 38-12 62-9V35l-8-2" />
      <path
        {...thin}
        d="M36 41c12-1 24 1 34 7M36 51c12-1 24 1 34 7M36 61c12-1 24 1 34 7M36 71c8-1 15 0 22 3M90 48c10-6 22-8 34-7M90 58c10-6 22-8 34-7M90 68c8-5 17-7 26-7"
      />
      <path d="M108 25v27l5-5 5 5V25" fill={color.accentSoft} />
      <path {...thin} d="M58 14c3-4 0-6 2-9M70 16c2-3 0-5 1-7M46 15c2-3 0-4 1-6" />
    </Drawing>
  );
}
