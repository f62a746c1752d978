/** What the controls of sound and film in a book are called, in the language of the reader. */
export interface PlayerLabels {
  audio: string;
  video: string;
  play: string;
  pause: string;
  position: string;
  /** @param time and @param total as `1:05` */
  timeOf(time: string, total: string): string;
  mute: string;
  unmute: string;
  volume: string;
  captions: string;
  fullScreen: string;
  leaveFullScreen: string;
  failed: string;
}
