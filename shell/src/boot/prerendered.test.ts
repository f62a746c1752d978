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

// jsdom lays nothing out, and does not know what is seen.
Element.prototype.checkVisibility = function (this: Element) {
  return this.closest('[hidden]') === null;
};

describe('a page made at build is replaced by the app', () => {
  it.each([0, 1, 2])('and the keyboard stays at its link: %i', (index) => {
    const { place, links } = shown();
    links()[index]?.focus();
    const giveFocus = keepFocus(place);
    place.innerHTML = `<nav><a href="/new">New</a></nav>${page}`;
    expect(document.body).toHaveFocus();
    giveFocus();
    expect(links()[index + 1]).toHaveFocus();
  });

  it('and the keyboard stays at the link that it came to while the app was made', () => {
    const { place, links } = shown();
    const giveFocus = keepFocus(place);
    links()[0]?.focus();
    links()[2]?.focus();
    place.innerHTML = page;
    giveFocus();
    expect(links()[2]).toHaveFocus();
  });

  it('and the keyboard stays at its link, though the page had others like it that were not seen', () => {
    const { place, links } = shown();
    const home = '<a href="/">Lectern</a>';
    place.innerHTML = `<nav hidden>${home}</nav><header>${home}</header><nav>${home}</nav>`;
    const giveFocus = keepFocus(place);
    links()[1]?.focus();
    place.innerHTML = `<header>${home}</header><nav>${home}</nav>`;
    giveFocus();
    expect(links()[0]).toHaveFocus();
  });

  it.each(['main', 'div role="tabpanel"'])('and the keyboard stays in a part that has grown: %s', (tag) => {
    const { place } = shown();
    place.innerHTML = `<${tag} tabindex="0">One book</${tag}>`;
    const giveFocus = keepFocus(place);
    place.querySelector<HTMLElement>('[tabindex]')?.focus();
    place.innerHTML = `<div>Two books</div><${tag} tabindex="0">Two books</${tag}>`;
    giveFocus();
    expect(place.querySelector('[tabindex]')).toHaveFocus();
  });

  it('and the keyboard comes back to its link, though a skeleton without links was there first', async () => {
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

  it('and takes the focus from nobody', () => {
    const { place } = shown();
    const giveFocus = keepFocus(place);
    place.innerHTML = page;
    giveFocus();
    expect(document.body).toHaveFocus();
  });

  it('and lets it be where the link is gone', () => {
    const { place, links } = shown();
    links()[1]?.focus();
    const giveFocus = keepFocus(place);
    place.innerHTML = '<a href="/">Lectern</a>';
    giveFocus();
    expect(document.body).toHaveFocus();
  });
});
