import './setup-node.ts';

// Tests without a document (`@jest-environment node`) need none of it, and loading it takes longer than most of them.
if (typeof window !== 'undefined') require('./document.ts');
