import { useEffect, useRef } from 'react';
import { useSearch } from '../../lib/router.tsx';
import { usePageTitle } from '../../lib/title.ts';
import './widget-demo.css';

const DEMO_CONTRACTOR = 'acme-fence';

/** Puts the very widget in, as the code on a contractor's site does: a script element with `data-` attributes. */
const useWidget = (contractorId: string) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const script = document.createElement('script');
    script.src = '/widget-embed.js';
    script.async = true;
    script.dataset['contractorId'] = contractorId;
    script.dataset['target'] = '#estimate';
    script.dataset['instantQuotes'] = '';
    script.dataset['materialSelection'] = '';
    document.body.append(script);
    return () => {
      script.remove();
      target.replaceChildren();
    };
  }, [contractorId]);
  return place;
};

/**
 * `/widget-demo`: a page that looks like a contractor's site, with the widget in it. `?contractor=ID` shows
 * another company's; by default the demo company's.
 */
export default function WidgetDemoPage() {
  usePageTitle('Widget demo');
  const place = useWidget(useSearch().get('contractor') ?? DEMO_CONTRACTOR);
  return (
    <div className="site">
      <header className="site-h">
        <div className="site-w">
          <p className="site-logo">Your Fence Company</p>
        </div>
      </header>
      <main className="site-w site-grid">
        <div className="site-copy">
          <h1>Fences that stand straight, priced before you call.</h1>
          <p>This page stands in for a contractor’s website. The form is the real widget.</p>
          <ul>
            <li>Wood, vinyl and metal</li>
            <li>Gates hung and adjusted</li>
            <li>Old fence hauled away</li>
          </ul>
        </div>
        <div id="estimate" ref={place} />
      </main>
    </div>
  );
}
