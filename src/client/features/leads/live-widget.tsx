import { trpc } from '../../lib/trpc.ts';
import { WidgetPreview } from '../widget/widget-preview.tsx';
import '../widget/widget.css';

/**
 * The company's widget, so that the contractor can try it. It isn't shown on narrow screens, and its frame isn't loaded
 * there.
 */
export default function LiveWidget() {
  const config = trpc.widget.config.useQuery();
  return <div className="first-widget">{config.data && <WidgetPreview config={config.data} />}</div>;
}
