import { useEffect, useRef } from 'react';
import { useDemoWidget } from './use-demo-widget.ts';

/** The real widget, so that visitors can try it on the page. */
export default function TryWidget() {
  const place = useRef<HTMLDivElement>(null);
  useDemoWidget(place);
  useEffect(() => {
    // The link to this part may be followed before the part is there.
    if (location.hash === '#widget') document.getElementById('widget')?.scrollIntoView();
  }, []);
  return (
    <section className="l-sec l-w l-try" id="widget" aria-labelledby="widget-title">
      <div className="stack-s">
        <h2 id="widget-title">Try it as a homeowner would</h2>
        <p className="muted">
          This is the real form for a made-up company, Acme Fence. On your site, it has your name, your prices and your
          materials. Adding it takes two lines of code.
        </p>
        <p className="muted">
          Type a length, pick a material, and watch the price. Homeowners’ requests appear in your leads right away.
        </p>
      </div>
      <div id="try-widget" className="l-place" ref={place} />
    </section>
  );
}
