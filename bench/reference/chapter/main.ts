/** The minimum that shows a chapter page by page: a frame with CSS columns. */
const frame = document.querySelector('iframe') as HTMLIFrameElement;
frame.addEventListener('load', () => {
  const body = frame.contentDocument?.body;
  body?.setAttribute('style', 'height: 90vh; columns: 500px; column-gap: 40px; overflow: hidden');
});
frame.src = new URL(location.href).searchParams.get('src') ?? '';
