import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { atFirstUse } from './lib/first-use.ts';
import { startFrom } from './lib/router.tsx';
import { Pages } from './routes.tsx';
import './styles.css';

// Clears the new-lead count on the app's icon, because the user has opened the app.
if ('clearAppBadge' in navigator) void navigator.clearAppBadge();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const pages = (
  <StrictMode>
    <Pages />
  </StrictMode>
);
const { search } = root.dataset;
if (search === undefined) createRoot(root).render(pages);
else {
  // The HTML contains the page's frame (frames.tsx).
  startFrom(search);
  // A transition yields to taps and scrolling between its parts.
  const takeOver = () => startTransition(() => void hydrateRoot(root, pages));
  if (location.pathname === '/' && location.hash === '') atFirstUse(takeOver);
  else takeOver();
}
