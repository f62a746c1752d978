import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Closing, Hero, HeroButtons, HeroWords, Statements } from './landingParts.ts';
import { OpenBook } from './OpenBook.tsx';
import { EveningsPicture, MarginPicture, TunnelPicture } from './pictures.tsx';

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
