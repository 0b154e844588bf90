import { type ComponentType, Suspense } from 'react';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { useSearch } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TAB_LABEL } from '../dashboard/tabs.ts';
import { BasePrices } from './base-prices.tsx';
import { Materials } from './materials.tsx';
import { type PricingPart, pricingAddress, pricingPartOf, pricingPartsFor } from './pricing-address.ts';
import './pricing.css';

interface PartProps {
  pricing: PricingView;
}

/** The base price, the gate price and the materials (spec, section 2). All estimates and the widget use them. */
const Prices = ({ pricing }: PartProps) => (
  <BasePrices pricing={pricing}>
    {(typed) => <Materials materials={pricing.materials} savedCents={pricing.basePriceCents} {...typed} />}
  </BasePrices>
);

const PART: Record<PricingPart, ComponentType<PartProps>> = {
  prices: Prices,
  book: lazyPart(() => import('./book/book-editor.tsx')),
  costs: lazyPart(() => import('./costs/costs-editor.tsx')),
  rules: lazyPart(() => import('./rules/rules-editor.tsx')),
};

/** What a price is made of: the prices that every estimate uses, and the price book. */
export default function PricingTab() {
  const pricing = trpc.pricing.get.useQuery();
  const { manage } = useMay();
  const part = pricingPartOf(useSearch(), manage);
  const Content = PART[part];
  return (
    <div className="pricing">
      <h1>{TAB_LABEL.pricing}</h1>
      <SectionLinks
        label="Pricing"
        current={part}
        sections={pricingPartsFor(manage).map(({ key, label }) => ({ key, label, to: pricingAddress(key) }))}
      />
      {pricing.data && (
        <Suspense key={part} fallback={<SkeletonRows rows={5} label="Loading" />}>
          <Content pricing={pricing.data} />
        </Suspense>
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
