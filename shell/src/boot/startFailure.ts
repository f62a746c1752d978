import { crashTexts } from '../boundaries/crashTexts.ts';

/**
 * The screen of a crash [LY-09] where the app could not even begin: a file of it did not come, or the browser lacks
 * something that all of it needs. Made without React, which may be what failed.
 * @param place what the app would have been drawn in
 */
export function showStartFailure(place: Element, reload: () => void = () => window.location.reload()): void {
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
  // A page that was made at build does not stay in front of it.
  document.documentElement.dataset.unfit = '';
  place.replaceChildren(main);
}
