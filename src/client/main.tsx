import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Pages } from './routes.tsx';
import './styles.css';

// Clears the new-lead count on the app's icon, because the user has opened the app.
if ('clearAppBadge' in navigator) void navigator.clearAppBadge();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Pages />
  </StrictMode>,
);
