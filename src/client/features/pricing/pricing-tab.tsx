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
import { TAB_LABEL, tabAddress } from '../dashboard/tabs.ts';
import { BasePrices } from './base-prices.tsx';
import { Materials } from './materials.tsx';
import './pricing.css';

/** The parts of the Pricing tab, with their labels. */
const PRICING_PARTS = [
  { key: 'prices', label: 'Prices' },
  { key: 'book', label: 'Price book' },
  { key: 'costs', label: 'Costs' },
  { key: 'rules', label: 'Counting rules' },
] as const;
type PricingPart = (typeof PRICING_PARTS)[number]['key'];

/** Returns the parts that a member can see. Only owners and managers can see costs. */
const pricingPartsFor = (manage: boolean) => PRICING_PARTS.filter(({ key }) => manage || key !== 'costs');

/** Returns the part named in the URL, or the prices if the member can't see that part. */
const pricingPartOf = (params: URLSearchParams, manage: boolean): PricingPart =>
  pricingPartsFor(manage).find(({ key }) => key === params.get('part'))?.key ?? 'prices';

const pricingAddress = (part: PricingPart): string =>
  part === 'prices' ? tabAddress('pricing') : `${tabAddress('pricing')}&part=${part}`;

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
