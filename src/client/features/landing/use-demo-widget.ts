import { type RefObject, useEffect, useState } from 'react';

const CONTRACTOR = 'acme-fence';
/** The widget starts loading at this distance from the viewport. */
const NEAR = '600px';

/** Whether this server has the demo company, whose widget visitors can try. Undefined while loading. */
export const useDemoCompany = (): boolean | undefined => {
  const [there, setThere] = useState<boolean>();
  useEffect(() => {
    const ending = new AbortController();
    fetch(`/api/widget/v1/config/${CONTRACTOR}`, { signal: ending.signal })
      .then((response) => setThere(response.ok))
      .catch(() => !ending.signal.aborted && setThere(false));
    return () => ending.abort();
  }, []);
  return there;
};

/**
 * Loads the real widget into `place` once that element is near the viewport. It uses a script element, like a
 * contractor's site.
 */
export const useDemoWidget = (place: RefObject<HTMLDivElement | null>): void => {
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const script = document.createElement('script');
    script.src = '/widget-embed.js';
    script.async = true;
    script.dataset['contractorId'] = CONTRACTOR;
    script.dataset['target'] = `#${target.id}`;
    script.dataset['instantQuotes'] = '';
    script.dataset['materialSelection'] = '';
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        document.body.append(script);
      },
      { rootMargin: NEAR },
    );
    watch.observe(target);
    return () => {
      watch.disconnect();
      script.remove();
      target.replaceChildren();
    };
  }, [place]);
};
