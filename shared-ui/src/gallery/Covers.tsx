import { styled } from 'styled-components';
import { Cover } from '../Cover.tsx';
import { CoverThumb } from '../CoverThumb.tsx';
import { Stack } from '../Stack.tsx';
import { color, font, space, type } from '../tokens.ts';
import { Part } from './Part.tsx';
import { books } from './samples.ts';

/** Covers of books, in every size. */
export function Covers() {
  return (
    <Part title="Covers">
      <Shelves>
        {books.map(([title, author]) => (
          <figure key={title}>
            <Cover title={title} author={author} size="fluid" decorative />
            <figcaption>
              <strong>{title}</strong>
              <span>{author}</span>
            </figcaption>
          </figure>
        ))}
      </Shelves>
      <Stack direction="inline" gap={6} align="flex-end">
        <CoverThumb title="Middlemarch" />
        <Cover title="Middlemarch" author="George Eliot" size="thumbnail" />
        <Cover title="Middlemarch" author="George Eliot" size="small" />
        <Cover title="Middlemarch" author="George Eliot" size="medium" generatedBadge="AI-generated" />
        <Cover title="Walden" author="Henry David Thoreau" size="large" />
      </Stack>
    </Part>
  );
}

const Shelves = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: ${space(8)} ${space(6)};
  & figcaption { display: flex; flex-direction: column; margin-block-start: ${space(2.5)}; font-size: ${type.small}; line-height: 1.35; }
  & figcaption > strong { font-family: ${font.reading}; font-weight: 550; }
  & figcaption > span { color: ${color.textMuted}; }
`;
