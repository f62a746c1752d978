import { Drawing, thin, wash } from '../illustrations.tsx';
import { color } from '../tokens.ts';

/** Shelf, for empty collections and filters without results. */
export function Shelf() {
  return (
    <Drawing>
      <path {...wash} d="M44 32h13v54H44z" />
      <path d="M14 86h132M18 92h124M22 92v9M138 92v9" />
      <path d="M28 38h12v48H28zM44 32h13v54H44zM61 44h10v42H61z" />
      <path d="m78 84 13-44 11 3-13 43" />
      <path
        {...thin}
        d="M28 46h12M28 78h12M47.500 42h6M47.500 46h6M50.500 56v18M61 52h10M61 56h10M87 53l11 3M84 64l11 3"
      />
      <path d="M118 86c-5 0-7-4-7-9v-5h18v5c0 5-2 9-7 9z" />
      <path {...thin} d="M120 72c0-9-2-14-7-19M120 72c0-12 1-20 7-27M120 66c3-6 7-8 11-8" />
      <path
        {...thin}
        d="M113 53c-5 0-8-2-9-6 5-1 8 1 9 6zM127 45c-3-4-3-8 0-12 3 4 3 8 0 12zM131 58c2-4 5-5 9-4-1 4-4 6-9 4z"
        fill={color.accentSoft}
      />
    </Drawing>
  );
}
