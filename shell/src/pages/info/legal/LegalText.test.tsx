import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen, within } from '@testing-library/react';
import { PrivacyPolicy } from './PrivacyPolicy.tsx';
import { TermsOfService } from './TermsOfService.tsx';

it.each([PrivacyPolicy, TermsOfService])('the table of contents links to each section', (Page) => {
  renderInHost(<Page />);
  const titles = screen.getAllByRole('heading', { level: 2 });
  const links = within(screen.getByRole('navigation', { hidden: true })).getAllByRole('link', {
    hidden: true,
  });
  expect(titles.length).toBeGreaterThan(2);
  expect(links.map((link) => link.textContent)).toEqual(titles.map((title) => title.textContent));
  expect(links.map((link) => link.getAttribute('href'))).toEqual(titles.map(({ id }) => `#${id}`));
});
