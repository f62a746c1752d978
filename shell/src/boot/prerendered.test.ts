import { waitFor } from '@testing-library/react';
import { keepInput } from './prerendered.ts';

const page =
  '<a href="/">Lectern</a><main><a href="/signup">Get Started</a><a href="/signup">Get Started</a></main>';

function shown(): { place: HTMLElement; links: () => HTMLAnchorElement[] } {
  const place = document.createElement('div');
  place.innerHTML = page;
  document.body.replaceChildren(place);
  return { place, links: () => [...place.querySelectorAll('a')] };
}

// jsdom has no layout and does not know what is visible.
Element.prototype.checkVisibility = function (this: Element) {
  return this.closest('[hidden]') === null;
};

describe('when the app replaces a prerendered page', () => {
  it.each([0, 1, 2])('the focus stays on its link: %i', (index) => {
    const { place, links } = shown();
    links()[index]?.focus();
    const restore = keepInput(place);
    place.innerHTML = `<nav><a href="/new">New</a></nav>${page}`;
    expect(document.body).toHaveFocus();
    restore();
    expect(links()[index + 1]).toHaveFocus();
  });

  it('the focus stays on the link that received it while the app was starting', () => {
    const { place, links } = shown();
    const restore = keepInput(place);
    links()[0]?.focus();
    links()[2]?.focus();
    place.innerHTML = page;
    restore();
    expect(links()[2]).toHaveFocus();
  });

  it('the focus stays on its link when hidden links have the same text', () => {
    const { place, links } = shown();
    const home = '<a href="/">Lectern</a>';
    place.innerHTML = `<nav hidden>${home}</nav><header>${home}</header><nav>${home}</nav>`;
    const restore = keepInput(place);
    links()[1]?.focus();
    place.innerHTML = `<header>${home}</header><nav>${home}</nav>`;
    restore();
    expect(links()[0]).toHaveFocus();
  });

  it.each(['main', 'div role="tabpanel"'])(
    'the focus stays on a container whose content has grown: %s',
    (tag) => {
      const { place } = shown();
      place.innerHTML = `<${tag} tabindex="0">One book</${tag}>`;
      const restore = keepInput(place);
      place.querySelector<HTMLElement>('[tabindex]')?.focus();
      place.innerHTML = `<div>Two books</div><${tag} tabindex="0">Two books</${tag}>`;
      restore();
      expect(place.querySelector('[tabindex]')).toHaveFocus();
    },
  );

  it('the focus returns to its link after a skeleton without links', async () => {
    const { place, links } = shown();
    const page = place.innerHTML;
    const restore = keepInput(place);
    links()[1]?.focus();
    place.innerHTML = '<div aria-busy="true"></div>';
    restore();
    expect(document.body).toHaveFocus();
    place.innerHTML = page;
    await waitFor(() => expect(links()[1]).toHaveFocus());
  });

  it('nothing is focused when nothing was focused before', () => {
    const { place } = shown();
    const restore = keepInput(place);
    place.innerHTML = page;
    restore();
    expect(document.body).toHaveFocus();
  });

  it('nothing is focused when the link no longer exists', () => {
    const { place, links } = shown();
    links()[1]?.focus();
    const restore = keepInput(place);
    place.innerHTML = '<a href="/">Lectern</a>';
    restore();
    expect(document.body).toHaveFocus();
  });

  describe('a press', () => {
    const pointer = (target: Element, type: string) =>
      target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
    const clicksOf = (place: HTMLElement) => {
      const clicks: Element[] = [];
      place.addEventListener('click', (event) => {
        event.preventDefault();
        clicks.push(event.target as Element);
      });
      return clicks;
    };

    it('on a link follows it when it is released after the replacement', () => {
      const { place, links } = shown();
      const clicks = clicksOf(place);
      const restore = keepInput(place);
      pointer(links()[2] as Element, 'pointerdown');
      place.innerHTML = page;
      restore();
      pointer(links()[2] as Element, 'pointerup');
      expect(clicks).toEqual([links()[2]]);
    });

    it.each([
      ['is released elsewhere', 'pointerup', 0],
      ['becomes a scroll', 'pointercancel', 2],
    ] as const)('on a link that %s follows nothing', (_, type, index) => {
      const { place, links } = shown();
      const clicks = clicksOf(place);
      const restore = keepInput(place);
      pointer(links()[2] as Element, 'pointerdown');
      if (type === 'pointercancel') pointer(links()[2] as Element, type);
      place.innerHTML = page;
      restore();
      pointer(links()[index] as Element, 'pointerup');
      expect(clicks).toEqual([]);
    });

    it('on a button that does nothing yet is repeated on the button of the app', () => {
      const { place } = shown();
      const buttons = '<button aria-label="Search"></button><button aria-label="Account"></button>';
      place.innerHTML = buttons;
      const restore = keepInput(place);
      place.querySelector<HTMLElement>('[aria-label="Account"]')?.click();
      place.innerHTML = `<button aria-label="Menu"></button>${buttons}`;
      const clicks = clicksOf(place);
      restore();
      expect(clicks).toEqual([place.querySelector('[aria-label="Account"]')]);
    });

    it('on a link that the browser follows is left to the browser', () => {
      const { place, links } = shown();
      const restore = keepInput(place);
      const clicks = clicksOf(place);
      pointer(links()[1] as Element, 'pointerdown');
      pointer(links()[1] as Element, 'click');
      place.innerHTML = page;
      restore();
      pointer(links()[1] as Element, 'pointerup');
      expect(clicks).toHaveLength(1);
    });
  });
});
