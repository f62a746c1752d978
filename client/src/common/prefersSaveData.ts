/** Whether the reader has asked the browser to save data: then nothing is prefetched. */
export function prefersSaveData(): boolean {
  const connection = 'connection' in navigator ? (navigator.connection as { saveData?: boolean }) : undefined;
  return connection?.saveData === true;
}
