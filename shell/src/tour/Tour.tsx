import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReducedMotion } from '@lectern/shared-ui/useReducedMotion.ts';
import { driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import { useEffect, useRef } from 'react';
import { tourSteps } from './steps.ts';
import { TourStyle } from './TourStyle.ts';

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
