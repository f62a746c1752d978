import { crashTexts } from '../boundaries/crashTexts.ts';

/**
 * The crash screen [LY-09] when the app could not start: a file could not be loaded, or the browser lacks
 * a feature. Without React, which may be what failed.
 * @param container the root element of the app
 */
export function showStartFailure(
  container: Element,
  reload: () => void = () => window.location.reload(),
): void {
  const main = document.createElement('main');
  main.className = 'first-paint';
  const title = document.createElement('h1');
  title.textContent = crashTexts.title;
  const message = document.createElement('p');
  message.textContent = crashTexts.message;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = crashTexts.refresh;
  button.addEventListener('click', reload);
  main.append(title, message, button);
  // Replaces a prerendered page as well.
  document.documentElement.dataset.unfit = '';
  container.replaceChildren(main);
}
