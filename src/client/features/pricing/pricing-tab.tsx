import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TAB_LABEL } from '../dashboard/tabs.ts';
import { BasePrices } from './base-prices.tsx';
import { Materials } from './materials.tsx';
import './pricing.css';

/** The base price, the gate price and the materials (spec, section 2). All estimates and the widget use them. */
export default function PricingTab() {
  const pricing = trpc.pricing.get.useQuery();
  return (
    <div className="pricing">
      <h1>{TAB_LABEL.pricing}</h1>
      {pricing.data && (
        <BasePrices pricing={pricing.data}>
          {(typed) => (
            <Materials materials={pricing.data.materials} savedCents={pricing.data.basePriceCents} {...typed} />
          )}
        </BasePrices>
      )}
      {pricing.isPending && <SkeletonRows rows={5} height={92} label="Loading your prices" />}
      {pricing.isError && !pricing.data && (
        <Banner action={<Button onClick={() => void pricing.refetch()}>Try again</Button>}>
          {problemOf(pricing.error).message}
        </Banner>
      )}
    </div>
  );
}
