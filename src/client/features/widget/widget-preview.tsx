import { useEffect, useRef, useState } from 'react';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';

/** The height of the form's first step. It's used until the iframe reports its actual height. */
const FIRST_HEIGHT = 500;

/**
 * Shows the real widget with the current settings, in an iframe from our own server. The iframe is reloaded when the
 * company data in it changes. Values that were typed into the widget are kept.
 */
export function WidgetPreview({ config }: { config: WidgetConfig }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const watch = useRef<ResizeObserver>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const shown = JSON.stringify(config);
  const drawn = useRef(shown);

  useEffect(() => {
    if (drawn.current === shown) return;
    drawn.current = shown;
    frame.current?.contentWindow?.location.reload();
  }, [shown]);
  useEffect(() => () => watch.current?.disconnect(), []);

  const follow = () => {
    const page = frame.current?.contentDocument?.documentElement;
    if (!page) return;
    watch.current?.disconnect();
    watch.current = new ResizeObserver(() => {
      const tall = Math.ceil(page.getBoundingClientRect().height);
      if (tall > 0) setHeight(tall);
    });
    watch.current.observe(page);
  };
  return (
    <section className="preview" aria-labelledby="widget-preview">
      <h2 id="widget-preview">As homeowners see it</h2>
      <div className="stage">
        <iframe
          ref={frame}
          title="Your widget"
          loading="lazy"
          src={`/widget-demo/frame?contractor=${encodeURIComponent(config.contractorId)}`}
          style={{ height }}
          onLoad={follow}
        />
      </div>
      <p className="xs muted">This is the real form. Requests you send appear in your leads.</p>
    </section>
  );
}
