/** The reader has asked the browser to save data: nothing is fetched ahead. */
export function savesData(): boolean {
  const connection = 'connection' in navigator ? (navigator.connection as { saveData?: boolean }) : undefined;
  return connection?.saveData === true;
}
