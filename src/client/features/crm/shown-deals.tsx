import { type ReactNode, useState } from 'react';
import type { DealView } from '#shared/features/crm/crm.schema.ts';
import { Button } from '../../ui/button.tsx';

const STEP = 40;

/** Shows the first deals of a long column, and the rest on request, to keep a large board fast. */
export function ShownDeals({
  deals,
  children,
}: {
  deals: readonly DealView[];
  children: (shown: readonly DealView[]) => ReactNode;
}) {
  const [most, setMost] = useState(STEP);
  const more = deals.length - most;
  return (
    <>
      {children(deals.slice(0, most))}
      {more > 0 && (
        <Button className="mt-2" onClick={() => setMost(most + 5 * STEP)}>
          Show {Math.min(more, 5 * STEP).toLocaleString('en-US')} more
        </Button>
      )}
    </>
  );
}
