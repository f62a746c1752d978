/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import { createWritable } from '../contract/readable.ts';
import { useReadable, useSelected } from './hooks.ts';

describe('what is selected of a fact', () => {
  const fact = createWritable({ count: 1, word: 'a' });
  const renders = { selected: 0, whole: 0 };
  function Selected() {
    renders.selected += 1;
    return <p>{useSelected(fact, ({ count }) => count)}</p>;
  }
  function Whole() {
    renders.whole += 1;
    return <b>{useReadable(fact).word}</b>;
  }

  it('renders anew when it changes, and not for the rest', () => {
    render(
      <>
        <Selected />
        <Whole />
      </>,
    );
    act(() => fact.set({ count: 1, word: 'b' }));
    expect(screen.queryByText('b')).not.toBeNull();
    expect(renders).toEqual({ selected: 1, whole: 2 });
    act(() => fact.set({ count: 2, word: 'b' }));
    expect(screen.queryByText('2')).not.toBeNull();
    expect(renders).toEqual({ selected: 2, whole: 3 });
  });
});
