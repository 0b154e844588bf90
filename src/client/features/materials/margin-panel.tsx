import { useId, useState } from 'react';
import { fenceOf } from '#shared/features/pricing/fence-of.ts';
import type { FenceInput } from '#shared/features/pricing/fence.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { type Costs, costOf, marginOf, priceForMargin } from '#shared/features/take-off/costs.rules.ts';
import type { CostsView } from '#shared/features/take-off/costs.schema.ts';
import { basisOfFence, countFence } from '#shared/features/take-off/count-fence.rules.ts';
import type { TakeOffView } from '#shared/features/take-off/take-off.schema.ts';
import { formatBasisPoints, formatCents } from '#shared/primitives/cents.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { MarginFacts } from './margin-facts.tsx';

interface MarginPanelProps {
  input: FenceInput;
  pricing: PricingView;
  drawing: FenceDrawing | null;
  /** The estimate's price in cents without tax, which isn't the company's money. */
  priceCents: number;
}

const costsIn = ({ hourlyCents, items, labor }: CostsView): Costs => ({
  hourlyCents,
  items: Object.fromEntries(items.flatMap(({ key, cents }) => (cents === null ? [] : [[key, cents]]))),
  labor,
});

/**
 * Returns what a fence costs in cents and the number of items without a cost, as the server counts it. Undefined if a run
 * can't be counted.
 */
export const costOfFence = (
  { input, pricing, drawing }: Omit<MarginPanelProps, 'priceCents'>,
  { costs, rules }: { costs: CostsView; rules: TakeOffView },
): { costCents: number; missing: number } | undefined => {
  const fence = fenceOf(input, () => '');
  const basis = basisOfFence({
    fence,
    rules,
    kinds: pricing.book.gateKinds,
    systemOf: ({ materialId }) => pricing.materials.find(({ id }) => id === materialId)?.system ?? null,
    drawing,
  });
  const list = countFence(basis, 'en');
  if (list.byRun.length < basis.layout.runs.length) return undefined;
  const { costCents, missing } = costOf(list, costsIn(costs));
  return { costCents, missing: missing.length };
};

/** Returns basis points from 0 to 9,999, or undefined if the text isn't a percentage below 100. */
const marginIn = (text: string): number | undefined =>
  /^\d{1,2}(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : undefined;

/**
 * What the fence costs, what is left of its price, and the price that would leave a wished margin. Empty until costs were
 * entered. Only for owners and managers.
 */
export default function MarginPanel({ priceCents, ...of }: MarginPanelProps) {
  const id = useId();
  const { data: costs } = trpc.costs.get.useQuery();
  const isEntered = costs !== undefined && costs.version > 0;
  const { data: rules } = trpc.takeOff.get.useQuery(undefined, { enabled: isEntered });
  const [wished, setWished] = useState<string>();
  if (!isEntered || !rules) return null;
  const found = costOfFence(of, { costs, rules });
  const text = wished ?? (costs.targetMarginBps === null ? '' : String(costs.targetMarginBps / 100));
  const bps = marginIn(text);
  const price = found && bps !== undefined ? priceForMargin(found.costCents, bps) : undefined;
  const wrong = text.trim() !== '' && bps === undefined;
  return (
    <section className="est-margin stack-s" aria-labelledby={id}>
      <h3 id={id}>Cost and margin</h3>
      {found ? (
        <>
          <MarginFacts {...marginOf(priceCents, found.costCents)} />
          {found.missing > 0 && (
            <p className="sm muted">
              {found.missing === 1 ? '1 material has' : `${found.missing} materials have`} no cost yet.
            </p>
          )}
          <Field label="Margin you want" error={wrong ? 'Enter a percentage from 0 to 99.99, such as 35' : undefined}>
            <Input
              className="num"
              inputMode="decimal"
              autoComplete="off"
              unit="%"
              value={text}
              onChange={(event) => setWished(event.target.value)}
            />
          </Field>
          {price !== undefined && bps !== undefined && (
            <p aria-live="polite">
              A margin of {formatBasisPoints(bps)} needs a price of <b className="num">{formatCents(price)}</b>
              {price === priceCents
                ? ', which is this one.'
                : `, ${formatCents(Math.abs(price - priceCents))} ${price > priceCents ? 'more' : 'less'} than this one.`}
            </p>
          )}
        </>
      ) : (
        <p className="sm muted">A run’s material isn’t linked to a fence system, so its cost isn’t known.</p>
      )}
      <p className="xs muted">The homeowner doesn’t see this.</p>
    </section>
  );
}
