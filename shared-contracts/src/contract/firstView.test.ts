/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { fillSlots, slot } from './firstView.ts';

function filled(html: string, values: Record<string, string>): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = html;
  fillSlots(place, values);
  return place;
}

describe('the slots of markup that was made at build', () => {
  it('are filled in texts and attributes, alone and among other words', () => {
    const place = filled(
      `<a title="Open ${slot('title')}" href="/read/${slot('id')}"><b>${slot('title')}</b> by ${slot('author')}</a>`,
      { title: 'Emma', author: 'Jane Austen', id: 'b1' },
    );
    expect(place.innerHTML).toBe('<a title="Open Emma" href="/read/b1"><b>Emma</b> by Jane Austen</a>');
  });

  it('take what a book is called as words, never as markup', () => {
    const title = '"><img src=x onerror=alert(1)>';
    const place = filled(`<p title="${slot('title')}">${slot('title')}</p>`, { title });
    expect(place.querySelector('img')).toBeNull();
    expect(place.textContent).toBe(title);
    expect(place.querySelector('p')).toHaveAttribute('title', title);
  });

  it('do not take what a value holds for a slot', () => {
    expect(filled(`<p>${slot('title')}</p>`, { title: slot('author'), author: 'nobody' }).textContent).toBe(
      slot('author'),
    );
  });

  it('become nothing without a value', () => {
    expect(filled(`<p>${slot('title')}</p>`, {}).innerHTML).toBe('<p></p>');
  });
});
