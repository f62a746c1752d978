import { keepFocus } from './prerendered.ts';

const page =
  '<a href="/">Lectern</a><main><a href="/signup">Get Started</a><a href="/signup">Get Started</a></main>';

function shown(): { place: HTMLElement; links: () => HTMLAnchorElement[] } {
  const place = document.createElement('div');
  place.innerHTML = page;
  document.body.replaceChildren(place);
  return { place, links: () => [...place.querySelectorAll('a')] };
}

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
