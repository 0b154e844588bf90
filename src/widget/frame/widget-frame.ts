/**
 * Sends the form's height to the surrounding page, so that the iframe fits the form and never scrolls. This script runs
 * only in our page for iframes. The height isn't confidential, so it's sent to whichever page surrounds the iframe.
 */
const tell = () => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  window.parent.postMessage({ picket: 'height', height }, '*');
};

if (window.parent !== window) {
  new ResizeObserver(tell).observe(document.documentElement);
  // Only the surrounding page can scroll the top of the iframe into view.
  addEventListener('picket:lead', () => window.parent.postMessage({ picket: 'lead' }, '*'));
}

export {};
