import { render } from '@testing-library/react';
import { useEffect } from 'react';
import { OwnStyles } from './OwnStyles.tsx';

/** A page that adds a sheet to the document and never removes it. */
function Leaking({ name }: { name: string }) {
  useEffect(() => {
    const sheet = Object.assign(document.createElement('style'), {
      id: name,
      textContent: '* { color: red }',
    });
    if (document.getElementById(name) === null) document.head.append(sheet);
  }, [name]);
  return <p>{name}</p>;
}

const show = (page: string) => (
  <OwnStyles remote={page} key={page}>
    <Leaking name={page} />
  </OwnStyles>
);
const media = (page: string) => (document.getElementById(page) as HTMLStyleElement | null)?.media;

test('the styles of a page apply while it is shown, and again when it comes back', () => {
  const { rerender, unmount, getByText } = render(show('mf-library'));
  expect(getByText('mf-library')).toBeInTheDocument();
  expect(media('mf-library')).toBe('');
  rerender(show('mf-reader'));
  expect([media('mf-library'), media('mf-reader')]).toEqual(['not all', '']);
  rerender(show('mf-library'));
  expect([media('mf-library'), media('mf-reader')]).toEqual(['', 'not all']);
  unmount();
  expect(media('mf-library')).toBe('not all');
});
