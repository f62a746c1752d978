import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { slot } from '@lectern/shared-contracts/contract/firstView.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { media } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { FloatingRow } from '../layout/AppFrame.tsx';
import { Footer } from '../layout/footer/Footer.tsx';
import { Column, Frame, Main, railWidth } from '../layout/frame/frame.styles.ts';
import { mainId, SkipLink } from '../layout/frame/SkipLink.tsx';
import { Header } from '../layout/header/Header.tsx';
import { BottomBar } from '../layout/navigation/BottomBar.tsx';
import { QuickMenu } from '../layout/navigation/QuickMenu.tsx';
import { Rail } from '../layout/navigation/Rail.tsx';
import { SearchButton } from '../layout/search/SearchBox.tsx';
import { dashboardPath } from '../routes/dashboardPage.ts';

/** A placeholder user; an administrator, since entries can be removed but not added later. */
export const sampleUser: User = {
  id: 'reader',
  name: slot('name'),
  email: '',
  avatar: null,
  roles: ['admin'],
};

const nothing = () => undefined;
const title = text('Library');

/**
 * The frame around a reader's page (layout/AppFrame.tsx) at any width: media queries decide which navigation,
 * rail or bottom bar, is visible.
 */
export function SignedInFrame() {
  return (
    <Frame style={{ '--rail-width': railWidth(false) } as Record<string, string>}>
      <SkipLink />
      <Wide>
        <Rail collapsed={false} onCollapse={nothing} isAdmin onLogout={nothing} />
      </Wide>
      <Narrow>
        <FloatingRow />
      </Narrow>
      <Column>
        <Header
          title={title}
          crumbs={[
            { title: text('Dashboard'), path: dashboardPath },
            { title, path: '/library' },
          ]}
          search={{ open: nothing, approach: nothing }}
          user={sampleUser}
          onTour={nothing}
          onLogout={nothing}
        />
        <Place id={mainId} tabIndex={-1} aria-busy />
        <Footer />
      </Column>
      <SearchButton onOpen={nothing} onApproach={nothing} />
      <Narrow>
        <QuickMenu onLogout={nothing} />
        <BottomBar />
      </Narrow>
    </Frame>
  );
}

/** Keeps the footer below the window while the page is empty, so that it does not shift. */
const Place = styled(Main)`
  &[aria-busy] { min-block-size: 100dvh; }
`;

const Wide = styled.div`
  display: contents;
  @media ${media.narrow} { display: none; }
`;

const Narrow = styled.div`
  display: none;
  @media ${media.narrow} { display: contents; }
`;
