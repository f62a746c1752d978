import { Drawing, thin, wash } from '../illustrations.tsx';

/** Quill, for empty notes. */
export function Quill() {
  return (
    <Drawing>
      <path {...wash} d="M74 74c0-28 20-54 56-64-2 34-20 58-50 62z" />
      <path d="M74 74c-2-30 18-56 56-64 0 10-2 18-5 25l-9 1 6 6c-3 6-7 11-12 15l-9-1 4 6c-8 6-18 10-31 12z" />
      <path d="M62 96c6-14 20-42 48-68" />
      <path {...thin} d="M86 58l-1-14M94 48l0-13M102 40l2-12M90 60l13-1M98 50l14-2" />
      <path {...thin} d="M62 96c-10 4-18-6-27-1-7 4-12 2-17-1" />
      <path {...thin} d="M84 96h52M98 103h30" />
      <path d="M28 84c-5 0-8-4-8-9 0-4 2-7 5-8v-5h14v5c3 1 5 4 5 8 0 5-3 9-8 9z" />
      <path {...thin} d="M22 74c6 3 14-2 21 1" />
    </Drawing>
  );
}
