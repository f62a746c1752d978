import { BookOpen, NotebookPen, Play, Plus, Search, Settings, Share2 } from 'lucide-react';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { Cover } from '../Cover.tsx';
import { CoverThumb } from '../CoverThumb.tsx';
import { IconButton } from '../IconButton.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { Stack } from '../Stack.tsx';
import { color, font, media, space, type } from '../tokens.ts';
import { Feedback } from './Feedback.tsx';
import { Inputs } from './Inputs.tsx';
import { Part } from './Part.tsx';
import { Popups } from './Popups.tsx';
import { States } from './States.tsx';
import { books } from './samples.ts';
import { Texts } from './Texts.tsx';

/** Every component in every state, for developers. English only. */
export function Gallery() {
  return (
    <Page>
      <PageHeader
        eyebrow="Shared components"
        title="The reading room"
        lead="Paper, ink and good type. The books are the colour."
        actions={
          <>
            <Button icon={<Search />}>Search</Button>
            <Button variant="primary" icon={<Plus />}>
              Add a book
            </Button>
          </>
        }
      />
      <Covers />
      <Buttons />
      <Inputs />
      <Popups />
      <Feedback />
      <States />
      <Texts />
    </Page>
  );
}

const Page = styled.div`
  display: grid;
  gap: ${space(16)};
  max-inline-size: 80rem;
  margin-inline: auto;
  padding: ${space(12)} ${space(8)};
  & > * { min-inline-size: 0; }
  @media ${media.narrow} { padding: ${space(8)} ${space(5)}; }
`;

/** Buttons of every kind, size and state. */
function Buttons() {
  return (
    <Part title="Buttons">
      <Stack gap={3}>
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <Stack key={variant} direction="inline" gap={3}>
            <Button variant={variant} size="small">
              Small
            </Button>
            <Button variant={variant}>Medium</Button>
            <Button variant={variant} size="large" icon={<Play />}>
              Continue reading
            </Button>
            <Button variant={variant} busy>
              Saving
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </Stack>
        ))}
        <Stack direction="inline" gap={2}>
          <IconButton label="Search" icon={<Search />} size="small" />
          <IconButton label="Share" icon={<Share2 />} />
          <IconButton label="Notes, 99+ unread" icon={<NotebookPen />} badge={120} />
          <IconButton label="Bookmarked" icon={<BookOpen />} aria-pressed />
          <IconButton label="Add" icon={<Plus />} variant="solid" size="large" />
          <IconButton label="Settings" icon={<Settings />} disabled />
        </Stack>
      </Stack>
    </Part>
  );
}

/** Covers of books, in every size. */
function Covers() {
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
