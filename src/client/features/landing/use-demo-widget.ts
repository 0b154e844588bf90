import { type RefObject, useEffect, useState } from 'react';

const CONTRACTOR = 'acme-fence';
/** How near the viewport the place must come before anything is fetched for it. */
const NEAR = '600px';

/** Whether this server has the demo company, whose widget can be tried; undefined until that is known. */
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

/** Puts the exact widget into `place` once it comes near: a script element, as on a contractor's own site. */
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
