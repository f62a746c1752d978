import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { EveningsPicture, MarginPicture, OpenBook, TunnelPicture } from './pictures.tsx';

/** The start page for visitors: a headline, a picture of the product and three statements [RT-01]. */
export function Landing() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  return (
    <>
      <Hero>
        <HeroWords>
          <h1>{t('Every book you own, open where you left it.')}</h1>
          <p>
            {t(
              'Lectern keeps your EPUBs and PDFs, everything you highlight and every hour you read, and works offline too.',
            )}
          </p>
          <HeroButtons>
            <Button as={Link} to="/signup" variant="primary" size="large">
              {t('Get Started Free')}
            </Button>
            <Button as={Link} to="/login" size="large">
              {t('Sign In')}
            </Button>
          </HeroButtons>
        </HeroWords>
        <OpenBook />
      </Hero>
      <Statements>
        <li>
          <TunnelPicture />
          <h2>{t('Works in a tunnel.')}</h2>
          <p>
            {t(
              'Downloaded books open without any network. What you highlight is kept in this browser and sent when you’re back online.',
            )}
          </p>
        </li>
        <li>
          <MarginPicture />
          <h2>{t('Highlights that stay put.')}</h2>
          <p>
            {t(
              'Each highlight remembers its own words, so it’s still there at another text size, on another screen, in another year.',
            )}
          </p>
        </li>
        <li>
          <EveningsPicture />
          <h2>{t('Your evenings add up.')}</h2>
          <p>
            {t(
              'Start the timer when you sit down, pause it for tea. Lectern counts the minutes you actually read.',
            )}
          </p>
        </li>
      </Statements>
      <Closing>
        <h2>{t('Add one book and see.')}</h2>
        <Button as={Link} to="/signup" variant="primary" size="large">
          {t('Create Free Account')}
        </Button>
      </Closing>
    </>
  );
}

const Hero = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
  align-items: center;
  gap: clamp(${space(10)}, 6vw, ${space(24)});
  padding-block: clamp(${space(8)}, 7vh, ${space(24)}) ${space(24)};
  @media (max-width: 62.5em) { grid-template-columns: 1fr; padding-block: ${space(6)} ${space(16)}; }
`;

const HeroWords = styled.div`
  display: grid;
  gap: ${space(6)};
  & > h1 { font-size: clamp(2.25rem, 1.3rem + 3.4vw, 4rem); line-height: 1.08; }
  & > p { max-inline-size: 46ch; color: ${color.textMuted}; font-family: ${font.reading}; font-size: 1.1875rem; line-height: 1.6; }
`;

const HeroButtons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  margin-block-start: ${space(2)};
`;

const Statements = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(12)} ${space(10)};
  && { padding-block: ${space(16)}; }
  border-block-start: 1px solid ${color.line};
  & > li { display: grid; align-content: start; gap: ${space(3)}; }
  & h2 { margin-block-start: ${space(3)}; font-size: ${type.large}; }
  & p { color: ${color.textMuted}; font-family: ${font.reading}; line-height: 1.6; }
  @media ${media.narrow} { grid-template-columns: 1fr; && { padding-block: ${space(12)}; } }
`;

const Closing = styled.section`
  display: grid;
  justify-items: center;
  gap: ${space(6)};
  padding-block: ${space(16)} ${space(8)};
  border-block-start: 1px solid ${color.line};
  text-align: center;
`;
