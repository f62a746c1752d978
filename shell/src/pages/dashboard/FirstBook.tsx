import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { BookOpen, Feather, Flame, NotebookPen, Plus } from 'lucide-react';
import { Hero, HeroActions, HeroCover, HeroWords } from './dashboardParts.ts';
import { EmptyCover, FirstBooks, Previews } from './firstBookParts.ts';
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
