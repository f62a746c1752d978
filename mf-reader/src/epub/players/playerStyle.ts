import { palettes } from '@lectern/shared-ui/palette.ts';

const { surfaceRaised, text, lineStrong, accent, focus } = palettes.light;
const color = {
  surface: `var(--lectern-player-surface, ${surfaceRaised})`,
  text: `var(--lectern-player-text, ${text})`,
  line: `var(--lectern-player-line, ${lineStrong})`,
  accent: `var(--lectern-player-accent, ${accent})`,
  focus: `var(--lectern-player-focus, ${focus})`,
};

/** CSS pixels by which captions move up to clear the controls. */
const controlsHeight = 64;

/** Attribute of a video in full screen, or about to enter it. */
export const fillsScreen = 'data-lectern-fills';

/** Browsers show their own controls where scripts do not run, even when not asked to. */
export const noOwnControls = `
  :is(audio, video):has(+ lectern-player)::-webkit-media-controls { display: none !important; }
  video:has(+ lectern-player:is([data-screen], [data-layout='fixed']))::-webkit-media-text-track-container {
    transform: translateY(-${controlsHeight}px);
  }
  :root:fullscreen video[${fillsScreen}] {
    position: fixed !important; inset: 0 !important; z-index: 2147483646 !important; margin: 0 !important;
    width: 100vw !important; height: 100vh !important; max-width: none !important; max-height: none !important;
    background: #000 !important; object-fit: contain !important;
  }`;

/** Custom properties for the theme of the controls; the light theme is the default. */
export const playerColors = (palette: typeof palettes.light): string => `
  :root {
    --lectern-player-surface: ${palette.surfaceRaised}; --lectern-player-text: ${palette.text};
    --lectern-player-line: ${palette.lineStrong}; --lectern-player-accent: ${palette.accent};
    --lectern-player-focus: ${palette.focus};
  }`;

/**
 * Styles of the controls within their shadow tree. Sizes are in pixels and the font is the system's, so that the
 * book's styles do not affect them.
 */
export const playerStyle = `
  :host {
    all: initial !important; display: block !important; box-sizing: border-box !important; container-type: inline-size !important;
    inline-size: min(100%, 480px) !important; margin-block: 8px !important; writing-mode: horizontal-tb !important;
    break-inside: avoid !important; -webkit-user-select: none !important; user-select: none !important;
  }
  :host([data-kind='video']) { break-before: avoid !important; margin-block-start: 0 !important; inline-size: 100% !important; }
  :host([data-layout='fixed']) {
    position: absolute !important; margin: 0 !important; left: var(--lectern-player-left) !important; top: var(--lectern-player-top) !important;
    inline-size: var(--lectern-player-width) !important; block-size: var(--lectern-player-height) !important;
  }
  :host([data-screen]) {
    display: flex !important; flex-direction: column !important; justify-content: flex-end !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important;
    inline-size: 100% !important; block-size: 100% !important; margin: 0 !important; padding: 16px !important;
  }
  :host([data-screen]) .player { transition: opacity 200ms; }
  :host([data-screen][data-playing][data-resting]) { cursor: none !important; }
  :host([data-screen][data-playing][data-resting]) .player { opacity: 0; }
  .player {
    display: flex; flex-wrap: wrap; align-items: center; gap: 4px; box-sizing: border-box; padding-block: 2px; padding-inline: 2px 10px;
    border: 1px solid ${color.line}; border-radius: 26px; background: ${color.surface}; color: ${color.text};
    font: 500 14px/1.4 system-ui, sans-serif; text-align: start; letter-spacing: normal; cursor: default;
  }
  :host([data-kind='video']) .player { border-radius: 12px; }
  :host([data-layout='fixed']) { display: flex !important; flex-direction: column !important; justify-content: flex-end !important; }
  :host([data-layout='fixed'][data-kind='audio']) { justify-content: center !important; }
  :host([data-layout='fixed'][data-playing]:not([data-screen], :hover, :focus-within)) .player { opacity: 0; }
  :host([data-layout='fixed'][data-kind='audio']) .player { opacity: 1 !important; }
  button {
    all: unset; box-sizing: border-box; display: grid; place-items: center; flex: none; inline-size: 44px; block-size: 44px;
    border-radius: 22px; cursor: pointer;
  }
  button[hidden] { display: none; }
  button:hover { background: color-mix(in srgb, ${color.text} 10%, transparent); }
  button[aria-pressed='true'] { color: ${color.accent}; box-shadow: inset 0 0 0 2px ${color.accent}; }
  :is(button, input):focus-visible { outline: 2px solid ${color.focus}; outline-offset: 1px; }
  svg { inline-size: 20px; block-size: 20px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .play svg { fill: currentColor; }
  input { margin: 0; min-inline-size: 40px; block-size: 44px; accent-color: ${color.accent}; cursor: pointer; }
  .seek { flex: 1 1 60px; }
  .volume { flex: 0 1 80px; }
  .time { flex: none; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .message { flex: 1 0 100%; margin: 0; padding: 0 8px 8px; }
  .message:empty { display: none; }
  @container (inline-size < 380px) { .volume { display: none; } }
  @container (inline-size < 240px) { .seek { order: 1; flex: 1 0 100%; } }`;
