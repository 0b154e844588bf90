import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Pages } from './routes.tsx';
import './styles.css';

// The app icon's badge counts new leads, which are on the screen now.
if ('clearAppBadge' in navigator) void navigator.clearAppBadge();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Pages />
  </StrictMode>,
);
