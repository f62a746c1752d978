import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Closing, Hero, HeroButtons, HeroWords, Statements } from './landingParts.ts';
import { OpenBook } from './OpenBook.tsx';
import { EveningsPicture, MarginPicture, TunnelPicture } from './pictures.tsx';

/** The start page for a visitor: one sentence, one picture of the product, three statements that are true [RT-01]. */
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
              'Lectern keeps your EPUB and PDF books, the lines you marked and the hours you spent with them, and opens them without a network too.',
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
          <h2>{t('It opens in a tunnel.')}</h2>
          <p>
            {t(
              'A book you downloaded opens with no network at all. What you mark there is kept in this browser and sent when you are back.',
            )}
          </p>
        </li>
        <li>
          <MarginPicture />
          <h2>{t('A marked line stays marked.')}</h2>
          <p>
            {t(
              'Each highlight remembers its own words, so it is found again at another letter size, on another screen, in another year.',
            )}
          </p>
        </li>
        <li>
          <EveningsPicture />
          <h2>{t('Your evenings add up.')}</h2>
          <p>
            {t(
              'Start the clock when you start to read, stop it for the kettle. Lectern counts the minutes you read, and not the ones you did not.',
            )}
          </p>
        </li>
      </Statements>
      <Closing>
        <h2>{t('Bring one book and see.')}</h2>
        <Button as={Link} to="/signup" variant="primary" size="large">
          {t('Create Free Account')}
        </Button>
      </Closing>
    </>
  );
}
