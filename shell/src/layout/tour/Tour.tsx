import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReducedMotion } from '@lectern/shared-ui/useMediaQuery.ts';
import { driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { color, font, media, radius, shadow, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useRef } from 'react';
import { createGlobalStyle } from 'styled-components';

/**
 * Guided tour, started from the user menu [LY-10]. The target of a step is highlighted, the rest is dimmed.
 */
export function Tour({ onEnd }: { onEnd: () => void }) {
  const t = useTranslate();
  const still = useReducedMotion();
  const ended = useRef(onEnd);
  ended.current = onEnd;

  useEffect(() => {
    const guide = driver({
      steps: tourSteps.map(({ target, title, text }) => ({
        ...(target === null ? {} : { element: () => shownTarget(target) as Element }),
        popover: { title: t(title), description: t(text) },
      })),
      animate: !still,
      smoothScroll: false,
      overlayColor: '#120c08',
      overlayOpacity: 0.55,
      stagePadding: 6,
      stageRadius: 8,
      disableActiveInteraction: true,
      popoverClass: 'lectern-tour',
      showProgress: true,
      // driver.js fills these in.
      progressText: t('{{step}} of {{count}}', { step: '{{current}}', count: '{{total}}' }),
      nextBtnText: t('Next'),
      prevBtnText: t('Previous'),
      doneBtnText: t('Done'),
      onHighlighted: (element, _step, { state }) => {
        // Not on the button that leaves the tour, which is the first.
        state.popover?.nextButton.focus();
        // The placeholder of a step without a target must not claim to open a dialog.
        if (element?.id !== 'driver-dummy-element') return;
        for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element.removeAttribute(name);
      },
      onPopoverRender: ({ closeButton, previousButton, title, footer }, { state }) => {
        // Its header and footer elements would be landmarks of the page.
        title.setAttribute('role', 'heading');
        title.setAttribute('aria-level', '2');
        footer.setAttribute('role', 'group');
        footer.setAttribute('aria-label', t('Steps of the tour'));
        closeButton.setAttribute('aria-label', t('Leave the tour'));
        previousButton.disabled = state.activeIndex === 0;
      },
      // Closed at any step, or finished.
      onDestroyStarted: () => {
        guide.destroy();
        // The menu that started it has closed since.
        document.querySelector<HTMLElement>('[data-tour="account"]')?.focus();
        ended.current();
      },
    });
    guide.drive();
    return () => guide.destroy();
  }, [t, still]);

  return <TourStyle />;
}

/** Narrow and wide windows have different elements for a step: the visible one. */
function shownTarget(target: string): Element | null {
  const all = [...document.querySelectorAll(target === 'main' ? 'main' : `[data-tour="${target}"]`)];
  return all.find((element) => element.getClientRects().length > 0) ?? null;
}

/** Styles of the driver.js popover. */
const TourStyle = createGlobalStyle`
  .driver-popover.lectern-tour {
    max-inline-size: min(23rem, calc(100vw - 2rem));
    padding: ${space(5)};
    border-radius: ${radius.control};
    background: ${color.surfaceRaised};
    box-shadow: ${shadow.float};
    color: ${color.text};
    text-align: start;
  }
  .lectern-tour * { font-family: ${font.interface}; }
  .lectern-tour .driver-popover-title { padding-inline-end: ${space(8)}; font-family: ${font.reading}; font-size: ${type.large}; font-weight: 550; line-height: 1.3; }
  .lectern-tour .driver-popover-description { margin-block-start: ${space(2)}; color: ${color.textMuted}; font-size: ${type.body}; line-height: 1.55; }
  .lectern-tour .driver-popover-progress-text { color: ${color.textMuted}; font-size: ${type.small}; font-variant-numeric: tabular-nums; }
  .lectern-tour .driver-popover-footer { margin-block-start: ${space(5)}; }
  .lectern-tour .driver-popover-footer button {
    min-block-size: 2.25rem;
    padding: 0 ${space(4)};
    border: 1px solid ${color.lineStrong};
    border-radius: ${radius.control};
    background: ${color.surfaceRaised};
    color: ${color.text};
    font-size: ${type.small};
    font-weight: 550;
    text-shadow: none;
  }
  .lectern-tour .driver-popover-footer button:hover:enabled { background: ${color.surfaceHover}; }
  .lectern-tour .driver-popover-footer .driver-popover-next-btn { border-color: ${color.accent}; background: ${color.accent}; color: ${color.accentText}; }
  .lectern-tour .driver-popover-footer .driver-popover-next-btn:hover:enabled { background: ${color.accentHover}; }
  .lectern-tour button:disabled { opacity: 0.5; }
  .lectern-tour button:focus-visible { outline: 2px solid ${color.focus}; outline-offset: 2px; }
  .lectern-tour .driver-popover-close-btn { inline-size: ${touchTarget}; block-size: ${touchTarget}; color: ${color.textMuted}; }
  .lectern-tour .driver-popover-arrow { border-color: transparent; }
  .lectern-tour .driver-popover-arrow-side-left { border-left-color: ${color.surfaceRaised}; }
  .lectern-tour .driver-popover-arrow-side-right { border-right-color: ${color.surfaceRaised}; }
  .lectern-tour .driver-popover-arrow-side-top { border-top-color: ${color.surfaceRaised}; }
  .lectern-tour .driver-popover-arrow-side-bottom { border-bottom-color: ${color.surfaceRaised}; }
  @media ${media.narrow} { .lectern-tour .driver-popover-footer button { min-block-size: ${touchTarget}; } }
`;

interface TourStep {
  /** `data-tour` of the target; the step is centered when that is not visible. */
  target: string | null;
  title: string;
  text: string;
}

/** Steps of the tour; titles and texts are translation keys. */
export const tourSteps: readonly TourStep[] = [
  {
    target: null,
    title: text('Welcome to your library'),
    text: text('A quick tour in five stops. Leave whenever you like; it’s always in your account menu.'),
  },
  {
    target: 'rail',
    title: text('Finding your way'),
    text: text(
      'Library, collections, notes, the mentor and your rewards. A number means something new is waiting.',
    ),
  },
  {
    target: 'search',
    title: text('Find anything'),
    text: text(
      'Titles, notes, collections, and words inside your books. Ctrl or Cmd with K opens it from anywhere, and so does the / key.',
    ),
  },
  {
    target: 'main',
    title: text('Your current book'),
    text: text(
      'Pick up the last book you read exactly where you stopped, with your streak, a suggestion and your latest notes alongside.',
    ),
  },
  {
    target: 'account',
    title: text('Your account'),
    text: text('Profile, settings, help and this tour. Sign out is at the bottom.'),
  },
];
