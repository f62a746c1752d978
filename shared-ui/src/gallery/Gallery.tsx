import { Plus, Search } from 'lucide-react';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { media, space } from '../tokens.ts';
import { Buttons } from './Buttons.tsx';
import { Covers } from './Covers.tsx';
import { Feedback } from './Feedback.tsx';
import { Inputs } from './Inputs.tsx';
import { Popups } from './Popups.tsx';
import { States } from './States.tsx';
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
