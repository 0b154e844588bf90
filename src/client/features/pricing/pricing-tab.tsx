import { ComingTab } from '../dashboard/coming-tab.tsx';

/** Not built yet, and says so. */
export default function PricingTab() {
  return (
    <ComingTab tab="pricing">
      Your base price per foot, the price of a gate and your materials will be set here.
    </ComingTab>
  );
}
