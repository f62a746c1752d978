import { waitFor } from '@testing-library/react';
import { keepFocus } from './prerendered.ts';

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
    const giveFocus = keepFocus(place);
    place.innerHTML = `<nav><a href="/new">New</a></nav>${page}`;
    expect(document.body).toHaveFocus();
    giveFocus();
    expect(links()[index + 1]).toHaveFocus();
  });

  it('the focus stays on the link that received it while the app was starting', () => {
    const { place, links } = shown();
    const giveFocus = keepFocus(place);
    links()[0]?.focus();
    links()[2]?.focus();
    place.innerHTML = page;
    giveFocus();
    expect(links()[2]).toHaveFocus();
  });

  it('the focus stays on its link when hidden links have the same text', () => {
    const { place, links } = shown();
    const home = '<a href="/">Lectern</a>';
    place.innerHTML = `<nav hidden>${home}</nav><header>${home}</header><nav>${home}</nav>`;
    const giveFocus = keepFocus(place);
    links()[1]?.focus();
    place.innerHTML = `<header>${home}</header><nav>${home}</nav>`;
    giveFocus();
    expect(links()[0]).toHaveFocus();
  });

  it.each(['main', 'div role="tabpanel"'])(
    'the focus stays on a container whose content has grown: %s',
    (tag) => {
      const { place } = shown();
      place.innerHTML = `<${tag} tabindex="0">One book</${tag}>`;
      const giveFocus = keepFocus(place);
      place.querySelector<HTMLElement>('[tabindex]')?.focus();
      place.innerHTML = `<div>Two books</div><${tag} tabindex="0">Two books</${tag}>`;
      giveFocus();
      expect(place.querySelector('[tabindex]')).toHaveFocus();
    },
  );

  it('the focus returns to its link after a skeleton without links', async () => {
    const { place, links } = shown();
    const page = place.innerHTML;
    const giveFocus = keepFocus(place);
    links()[1]?.focus();
    place.innerHTML = '<div aria-busy="true"></div>';
    giveFocus();
    expect(document.body).toHaveFocus();
    place.innerHTML = page;
    await waitFor(() => expect(links()[1]).toHaveFocus());
  });

  it('nothing is focused when nothing was focused before', () => {
    const { place } = shown();
    const giveFocus = keepFocus(place);
    place.innerHTML = page;
    giveFocus();
    expect(document.body).toHaveFocus();
  });

  it('nothing is focused when the link no longer exists', () => {
    const { place, links } = shown();
    links()[1]?.focus();
    const giveFocus = keepFocus(place);
    place.innerHTML = '<a href="/">Lectern</a>';
    giveFocus();
    expect(document.body).toHaveFocus();
  });
});
