import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Pages } from './routes.tsx';
import './styles.css';

// Clears the badge of the app's icon, which counts new leads, because the user has now opened the app.
if ('clearAppBadge' in navigator) void navigator.clearAppBadge();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Pages />
  </StrictMode>,
);
