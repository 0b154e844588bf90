/**
 * In our page for frames: tells the page around it how high the form is, so that the frame grows with it and never
 * scrolls inside. The height is no secret, so any page may receive it.
 */
const tell = () => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  window.parent.postMessage({ picket: 'height', height }, '*');
};

if (window.parent !== window) {
  new ResizeObserver(tell).observe(document.documentElement);
  // Only the page around it can bring the frame's top into view.
  addEventListener('picket:lead', () => window.parent.postMessage({ picket: 'lead' }, '*'));
}

export {};
