import { showStartFailure } from './startFailure.ts';

test('[LY-09] an app that could not start shows an error and can be reloaded', () => {
  document.body.innerHTML = '<div id="root"><div class="prerendered">The landing page</div></div>';
  const reload = jest.fn();
  showStartFailure(document.getElementById('root') as HTMLElement, reload);
  expect(document.body).toHaveTextContent('Oops! Something went wrong. Please try refreshing the page');
  expect(document.body).not.toHaveTextContent('The landing page');
  document.querySelector('button')?.click();
  expect(reload).toHaveBeenCalledTimes(1);
});
