import type { AgentFigures } from '#shared/features/reports/reports.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { trpc } from '../../lib/trpc.ts';

interface FiguresProps {
  id: string;
  title: string;
  rows: readonly (readonly [name: string, value: number | string])[];
}

function Figures({ id, title, rows }: FiguresProps) {
  return (
    <section className="stack-s" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="report-strip">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b className="num">{value}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const agentRows = ({ answered, priced, handedOver, won }: AgentFigures) =>
  [
    ['Conversations answered', answered],
    ['Prices given', priced],
    ['Passed on to you', handedOver],
    ['Jobs won', won],
  ] as const;

/**
 * Results of the sales agent's conversations that began during the period. Shows nothing if there were no
 * conversations.
 */
export function AgentTalks({ from, to }: { from: string; to: string }) {
  const { data } = trpc.analytics.agent.useQuery({ from, to }, { placeholderData: (before) => before });
  return data ? <Figures id="agent-talks-title" title="Sales agent" rows={agentRows(data)} /> : null;
}

/** The offers made during the period, and the discounts that homeowners signed. Shows nothing if there were none. */
export function OffersMade({ from, to }: { from: string; to: string }) {
  const { data } = trpc.analytics.offers.useQuery({ from, to }, { placeholderData: (before) => before });
  if (!data) return null;
  const rows = [
    ['Offers made', data.made],
    ['Signed with a discount', data.signed],
    ['Discounts signed', formatCents(data.discountCents)],
  ] as const;
  return <Figures id="offers-made-title" title="Offers" rows={rows} />;
}
