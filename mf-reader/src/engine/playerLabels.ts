/** Labels of the media controls, translated. */
export interface PlayerLabels {
  audio: string;
  video: string;
  play: string;
  pause: string;
  position: string;
  /**
   * @param time as `1:05`
   * @param total as `1:05`
   */
  timeOf(time: string, total: string): string;
  mute: string;
  unmute: string;
  volume: string;
  captions: string;
  fullScreen: string;
  leaveFullScreen: string;
  failed: string;
}
