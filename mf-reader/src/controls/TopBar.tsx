import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu, type MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import {
  ALargeSmall,
  ArrowLeft,
  Bookmark,
  EllipsisVertical,
  Maximize,
  Minimize,
  PanelRight,
  Search,
  Timer,
  Volume2,
} from 'lucide-react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { AppearanceForm } from '../appearance/AppearanceForm.tsx';
import { isStrip } from '../engine/appearance.ts';
import type { Listening } from '../speech/useReadAloud.ts';
import { useOpenedBook } from '../view/state/openedBook.ts';
import { barPadding, barStyles, holdWhileUsed } from './Bar.tsx';
import { useBookMenu, useFullscreen } from './useBookMenu.tsx';
import { useBarsStay } from './useControls.ts';
import type { SessionOffer } from './useSessionOffer.ts';

interface TopBarProps {
  session: SessionOffer;
  listening: Listening;
}

/** Top bar: back link, title and commands. */
export function TopBar({ session, listening }: TopBarProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  const { manifest, book, renderer, store, controls, bookmarks, chapter } = useOpenedBook();
  const { place, panel, appearanceOpen } = useStore(store);
  const narrow = useMediaQuery(media.narrow);
  const fullscreen = useFullscreen();
  const menu = useBookMenu(fullscreen);
  const openPanel = (opened: typeof panel) =>
    store.setState({ panel: opened, selected: null, pressed: null });
  const onHold = (on: boolean) => controls.hold('top', on);

  const bookmark = place ? bookmarks.at(place.page) : null;
  const toggleBookmark = () => {
    if (bookmark) bookmarks.remove(bookmark);
    else if (place) bookmarks.add(place, chapter);
    store.setState({ announcement: bookmark ? t('Bookmark removed.') : t('Bookmarked.') });
  };
  const onSearch = () => openPanel('search');
  // On a narrow screen, the title needs its place.
  const search = { id: 'search', label: t('Search in this book'), icon: <Search />, onSelect: onSearch };
  // Buttons on a wide screen, menu items on a narrow one.
  const secondary = [
    {
      id: 'session',
      label: t('Start reading session'),
      icon: <Timer />,
      isOffered: session.start !== null,
      onSelect: () => {
        session.start?.();
        // The button disappears with it.
        renderer.focus();
      },
    },
    {
      id: 'screen',
      label: fullscreen.on ? t('Leave full screen') : t('Full screen'),
      icon: fullscreen.on ? <Minimize /> : <Maximize />,
      isOffered: fullscreen.possible,
      onSelect: fullscreen.toggle,
    },
  ].filter(({ isOffered }) => isOffered);
  const canReadAloud = listening.possible && listening.state.status === 'off';
  const readAloud = {
    id: 'aloud',
    label: t('Read aloud'),
    icon: <Volume2 />,
    onSelect: () => runInBackground(listening.aloud.start()),
  };
  const more: MenuItem[] = [
    ...(canReadAloud ? [readAloud] : []),
    ...(narrow ? [search, ...menu.items, ...secondary] : menu.items),
  ];
  return (
    <>
      <Header data-reader-bar $visible={controls.visible} {...holdWhileUsed(onHold)}>
        <IconButton
          as={navigation.Link}
          to="/library"
          label={t('Back to the library')}
          icon={<ArrowLeft />}
          tooltipSide="bottom"
          data-turns
        />
        <Title>
          <h1 dir="auto" lang={book ? titleLanguage(book) : (manifest.language ?? undefined)}>
            {book?.title ?? ''}
          </h1>
          {book?.author ? <span dir="auto">{book.author}</span> : null}
        </Title>
        {narrow
          ? null
          : secondary.map(({ id, label, icon, onSelect }) => (
              <IconButton key={id} label={label} icon={icon} onClick={onSelect} tooltipSide="bottom" />
            ))}
        <IconButton
          label={bookmark ? t('Remove bookmark') : t('Bookmark this page')}
          icon={<Bookmark fill={bookmark ? 'currentColor' : 'none'} />}
          aria-pressed={bookmark !== null}
          onClick={toggleBookmark}
          tooltipSide="bottom"
        />
        {narrow ? null : (
          <IconButton
            label={search.label}
            icon={search.icon}
            aria-pressed={panel === 'search'}
            onClick={onSearch}
            tooltipSide="bottom"
          />
        )}
        <Popover
          live
          label={t('Appearance')}
          open={appearanceOpen}
          onOpenChange={(open) => store.setState({ appearanceOpen: open })}
          onClosed={() => renderer.focus()}
          trigger={<IconButton label={t('Appearance')} icon={<ALargeSmall />} tooltipSide="bottom" />}
        >
          <ReaderSettings session={session} />
        </Popover>
        <IconButton
          label={t('Contents, bookmarks and notes')}
          icon={<PanelRight />}
          aria-pressed={panel !== null && panel !== 'search'}
          onClick={() => openPanel(panel === null || panel === 'search' ? 'contents' : null)}
          tooltipSide="bottom"
        />
        {more.length > 0 ? (
          <Menu
            label={t('More')}
            items={more}
            onOpenChange={(open) => {
              // The pointer may be in the menu, which is removed without a leave event.
              onHold(open);
              if (open) menu.onOpen();
            }}
            trigger={<IconButton label={t('More')} icon={<EllipsisVertical />} tooltipSide="bottom" />}
          />
        ) : null}
      </Header>
      {menu.printDialog}
    </>
  );
}

/** Content of the Aa popover. */
function ReaderSettings({ session }: { session: SessionOffer }) {
  const t = useTranslate();
  const { manifest, store, choices } = useOpenedBook();
  const { scale, place } = useStore(store);
  const [barsStay, setBarsStay] = useBarsStay();
  const narrow = useMediaQuery(media.narrow);
  const kind = manifest.format === 'pdf' ? 'pdf' : manifest.layout === 'fixed' ? 'fixed' : 'text';
  return (
    <AppearanceForm
      kind={kind}
      isStrip={isStrip(manifest)}
      choices={choices}
      scale={scale}
      page={place?.page ?? 1}
      inSteps={narrow}
    >
      <Switch
        label={t('Start a session when I open a book')}
        checked={session.automatic}
        onChange={session.setAutomatic}
      />
      <Switch label={t('Always show the controls')} checked={barsStay} onChange={setBarsStay} />
    </AppearanceForm>
  );
}

const Header = styled.header<{ $visible: boolean }>`
  ${barStyles}
  inset-block-start: 0;
  display: flex;
  align-items: center;
  gap: ${space(1)};
  min-block-size: 3.25rem;
  padding: ${barPadding};
  padding-block-start: max(${space(1)}, env(safe-area-inset-top));
  transform: ${({ $visible }) => ($visible ? 'none' : 'translateY(-0.5rem)')};
  & > [data-turns] > svg:dir(rtl) { transform: scaleX(-1); }
  @media ${media.narrow} { gap: 0; padding-inline: ${space(1)}; }
`;

const Title = styled.div`
  flex: 1;
  min-inline-size: 0;
  display: flex;
  align-items: baseline;
  gap: ${space(3)};
  padding-inline: ${space(2)};
  font-size: ${type.small};
  white-space: nowrap;
  & > * { overflow: hidden; text-overflow: ellipsis; }
  & > h1 { font-family: ${font.reading}; font-size: ${type.body}; font-weight: 550; letter-spacing: 0; line-height: 1.5; text-wrap: nowrap; }
  & > span { color: ${color.textMuted}; flex: none; max-inline-size: 40%; }
  @media ${media.narrow} { & > span { display: none; } & > h1 { font-size: ${type.small}; } }
`;
