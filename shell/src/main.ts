// Module Federation needs one asynchronous step before anything that is shared is imported.
import('./boot/start.tsx');
