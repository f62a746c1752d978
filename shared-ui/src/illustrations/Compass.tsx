import { Drawing, thin, wash } from '../illustrations.tsx';

/** Compass, for search and missing pages. */
export function Compass() {
  return (
    <Drawing>
      <circle {...wash} cx="84" cy="60" r="36" />
      <circle cx="80" cy="56" r="40" />
      <circle {...thin} cx="80" cy="56" r="34" />
      <path d="m96 40-10 22-22 10 10-22z" />
      <path d="m96 40-10 22-12-12z" fill="currentColor" />
      <path {...thin} d="M80 22v6M80 84v6M46 56h6M108 56h6M56 32l3 3M104 80l-3-3M104 32l-3 3M56 80l3-3" />
      <path {...thin} d="M18 102c12-5 20 3 32-1M112 101c12-4 20 3 30-1" />
    </Drawing>
  );
}
