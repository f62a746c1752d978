import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { BookOpen, Feather, Flame, NotebookPen, Plus } from 'lucide-react';
import { styled } from 'styled-components';
import { Hero, HeroActions, HeroCover, HeroWords } from './dashboardParts.ts';
import { useAddGuide } from './useAddGuide.ts';

/** What the dashboard shows once there are books. */
const previews = [
  {
    Icon: BookOpen,
    title: text('Your current book'),
    words: text('Open it again at the line where you stopped.'),
  },
  {
    Icon: Flame,
    title: text('Your streak'),
    words: text('Today’s minutes, and how many days in a row you have read.'),
  },
  { Icon: Feather, title: text('A suggestion'), words: text('What to read next, and why.') },
  {
    Icon: NotebookPen,
    title: text('Latest notes'),
    words: text('What you highlighted, and what you thought about it.'),
  },
] as const;

/** For a reader without books: upload one, add the short guide, or see what to try. */
export function FirstBook() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const { add, busy } = useAddGuide();
  return (
    <>
      <FirstBooks>
        <Hero aria-labelledby="first-book">
          <HeroCover>
            <EmptyCover aria-hidden>
              <Plus />
            </EmptyCover>
          </HeroCover>
          <HeroWords>
            <h2 id="first-book">{t('Your shelf is waiting')}</h2>
            <p>{t('Add an EPUB or PDF of your own. Only you can see it.')}</p>
            <HeroActions>
              <Button as={Link} to="/upload" variant="primary" size="large">
                {t('Upload Your First Book')}
              </Button>
            </HeroActions>
          </HeroWords>
        </Hero>
        <Hero aria-labelledby="guide">
          <HeroCover>
            <Cover size="fluid" eager decorative title={t('Guide')} author="Lectern" />
          </HeroCover>
          <HeroWords>
            <h2 id="guide">{t('Read the guide')}</h2>
            <p>{t('Five minutes that show what Lectern can do. Delete it whenever you like.')}</p>
            <HeroActions>
              <Button size="large" busy={busy} onClick={add}>
                {t('Add the guide')}
              </Button>
            </HeroActions>
          </HeroWords>
        </Hero>
      </FirstBooks>
      <Previews aria-labelledby="soon-here">
        <h2 id="soon-here">{t('What you will find here')}</h2>
        <ul>
          {previews.map(({ Icon, title, words }) => (
            <li key={title}>
              <Icon aria-hidden />
              <h3>{t(title)}</h3>
              <p>{t(words)}</p>
            </li>
          ))}
        </ul>
        <Link to="/onboarding">{t('Four things to try first')}</Link>
      </Previews>
    </>
  );
}

/** The first book, and the guide beside it; below it where there is no room. */
const FirstBooks = styled.div`
  display: grid;
  gap: ${space(10)};
  @media (min-width: 68.75em) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: ${space(16)}; }
  & > section { grid-template-columns: minmax(6rem, 10rem) minmax(0, 1fr); align-items: center; }
  & ${HeroWords} > h2 { font-size: ${type.title}; }
  & ${HeroWords} > p { font-size: ${type.body}; }
  @media ${media.narrow} {
    gap: ${space(8)};
    & ${HeroWords} > h2 { font-size: ${type.large}; }
    & > section { grid-template-columns: 6rem minmax(0, 1fr); align-items: start; }
  }
  /* A phone with text at 200 %. */
  @media (max-width: 16em) { & > section { grid-template-columns: minmax(0, 1fr); } }
`;

/** The place of the first book. */
const EmptyCover = styled.div`
  display: grid;
  place-items: center;
  aspect-ratio: 2 / 3;
  border: 2px dashed ${color.lineStrong};
  border-radius: ${radius.cover};
  color: ${color.accent};
  & > svg { inline-size: 2rem; block-size: 2rem; }
`;

const Previews = styled.section`
  margin-block-start: ${space(14)};
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
  & h2 { font-size: ${type.large}; font-weight: 500; }
  & > ul {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr));
    gap: ${space(6)} ${space(8)};
    margin-block: ${space(6)};
    padding: 0;
    list-style: none;
  }
  & li { display: grid; grid-template-columns: auto minmax(0, 1fr); align-content: start; gap: ${space(1)} ${space(3)}; }
  & li > svg { grid-row: span 2; inline-size: 1.5rem; block-size: 1.5rem; color: ${color.accent}; }
  & h3 { font-family: ${font.reading}; font-size: ${type.body}; font-weight: 500; }
  & li > p { color: ${color.textMuted}; font-size: ${type.small}; }
  @media ${media.narrow} { margin-block-start: ${space(8)}; }
`;
