import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu, type MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
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
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { ReaderState } from '../state/readerStore.ts';
import { barPadding, barStyles, holdWhileUsed } from './Bar.tsx';
import type { Fullscreen } from './useFullscreen.ts';

export interface TopBarProps {
  visible: boolean;
  title: string;
  /** BCP 47 tag of the title. */
  language: string | undefined;
  author: string;
  bookmarked: boolean;
  onBookmark: () => void;
  onSearch: () => void;
  panel: ReaderState['panel'];
  onPanel: () => void;
  /** Null while a session runs on this book. */
  onStartSession: (() => void) | null;
  /** Null while reading aloud, or where it is not supported. */
  onReadAloud: (() => void) | null;
  /** More menu items: copies of the book, and ways to show it. */
  bookItems: readonly MenuItem[];
  /** Called when that menu is opened. */
  onBookItems?: () => void;
  fullscreen: Fullscreen;
  appearanceOpen: boolean;
  onAppearanceOpen: (open: boolean) => void;
  onAppearanceClosed: () => void;
  /** Content of the Aa popover. */
  appearance: ReactNode;
  onHold: (on: boolean) => void;
}

/** Top bar: back link, title and commands. */
export function TopBar({
  visible,
  title,
  language,
  author,
  bookmarked,
  onBookmark,
  onSearch,
  panel,
  onPanel,
  onStartSession,
  onReadAloud,
  bookItems,
  onBookItems,
  fullscreen,
  appearanceOpen,
  onAppearanceOpen,
  onAppearanceClosed,
  appearance,
  onHold,
}: TopBarProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  const narrow = useMediaQuery(media.narrow);
  // On a narrow screen, the title needs its place.
  const search = { id: 'search', label: t('Search in this book'), icon: <Search />, onSelect: onSearch };
  const secondary = secondaryItems(t, onStartSession, fullscreen);
  return (
    <Header data-reader-bar $visible={visible} {...holdWhileUsed(onHold)}>
      <IconButton
        as={navigation.Link}
        to="/library"
        label={t('Back to the library')}
        icon={<ArrowLeft />}
        tooltipSide="bottom"
        data-turns
      />
      <Title>
        <h1 dir="auto" lang={language}>
          {title}
        </h1>
        {author ? <span dir="auto">{author}</span> : null}
      </Title>
      {narrow
        ? null
        : secondary.map(({ id, label, icon, onSelect }) => (
            <IconButton key={id} label={label} icon={icon} onClick={onSelect} tooltipSide="bottom" />
          ))}
      <IconButton
        label={bookmarked ? t('Remove bookmark') : t('Bookmark this page')}
        icon={<Bookmark fill={bookmarked ? 'currentColor' : 'none'} />}
        aria-pressed={bookmarked}
        onClick={onBookmark}
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
        onOpenChange={onAppearanceOpen}
        onClosed={onAppearanceClosed}
        trigger={<IconButton label={t('Appearance')} icon={<ALargeSmall />} tooltipSide="bottom" />}
      >
        {appearance}
      </Popover>
      <IconButton
        label={t('Contents, bookmarks and notes')}
        icon={<PanelRight />}
        aria-pressed={panel !== null && panel !== 'search'}
        onClick={onPanel}
        tooltipSide="bottom"
      />
      <MoreMenu
        items={narrow ? [search, ...bookItems, ...secondary] : bookItems}
        {...{ onReadAloud, onBookItems, onHold }}
      />
    </Header>
  );
}

interface MoreMenuProps extends Pick<TopBarProps, 'onReadAloud' | 'onBookItems' | 'onHold'> {
  items: readonly MenuItem[];
}

function MoreMenu({ items, onReadAloud, onBookItems, onHold }: MoreMenuProps) {
  const t = useTranslate();
  const all = onReadAloud
    ? [{ id: 'aloud', label: t('Read aloud'), icon: <Volume2 />, onSelect: onReadAloud }, ...items]
    : items;
  if (all.length === 0) return null;
  return (
    <Menu
      label={t('More')}
      items={all}
      onOpenChange={(open) => {
        // The pointer may be in the menu, which is removed without a leave event.
        onHold(open);
        if (open) onBookItems?.();
      }}
      trigger={<IconButton label={t('More')} icon={<EllipsisVertical />} tooltipSide="bottom" />}
    />
  );
}

/** A button on a wide screen, a menu item on a narrow one. */
type SecondaryItem = MenuItem & { label: string };

function secondaryItems(
  t: Translate,
  onStartSession: (() => void) | null,
  fullscreen: Fullscreen,
): SecondaryItem[] {
  const items: SecondaryItem[] = [];
  if (onStartSession)
    items.push({
      id: 'session',
      label: t('Start reading session'),
      icon: <Timer />,
      onSelect: onStartSession,
    });
  if (fullscreen.possible)
    items.push({
      id: 'screen',
      label: fullscreen.on ? t('Leave full screen') : t('Full screen'),
      icon: fullscreen.on ? <Minimize /> : <Maximize />,
      onSelect: fullscreen.toggle,
    });
  return items;
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
